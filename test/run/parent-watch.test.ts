import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { watchParent } from '#runtime/parent-watch.js';

type Pipe = NonNullable<Parameters<typeof watchParent>[2]>;

function watching(environment: Record<string, string>) {
  const pipe = new PassThrough();
  let stops = 0;
  watchParent(() => (stops += 1), environment, pipe as unknown as Pipe);
  return { pipe, stops: () => stops };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

test('a child stops once when its supervisor is gone, however the pipe ends', async () => {
  for (const end of ['end', 'destroy', 'error'] as const) {
    const { pipe, stops } = watching({ HAAT_PARENT_PIPE: '1' });
    await turn();
    expect(stops()).toBe(0);
    if (end === 'end') pipe.end();
    else pipe.destroy(end === 'error' ? new Error('EIO') : undefined);
    await turn();
    expect(stops()).toBe(1);
  }
});

test('without a supervisor stdin is left alone', async () => {
  const { pipe, stops } = watching({});
  pipe.end();
  await turn();
  expect(stops()).toBe(0);
  expect(pipe.listenerCount('end')).toBe(0);
});
