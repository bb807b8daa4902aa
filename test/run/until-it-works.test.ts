import { expect, test } from '@jest/globals';
import { PlainError } from '../../scripts/supervisor/plain-error.mjs';
import { Stopped } from '../../scripts/supervisor/stop-switch.mjs';
import { untilItWorks } from '../../scripts/supervisor/until-it-works.mjs';

/** A step that fails so often, and a watcher whose changes the test makes. */
function failingStep(failures: number) {
  const said: string[] = [];
  const changes: (() => void)[] = [];
  let stop: (value: unknown) => void = () => undefined;
  let done = 0;
  return {
    said,
    change: () => changes.splice(0).forEach((resolve) => resolve()),
    stop: () => stop(undefined),
    options: {
      work: () => {
        done += 1;
        return done > failures
          ? Promise.resolve('it runs')
          : Promise.reject(new PlainError('line 3 is broken'));
      },
      watcher: { nextChange: () => new Promise<void>((resolve) => changes.push(resolve)) },
      say: (line: string) => said.push(line),
      stopped: new Promise((resolve) => (stop = resolve)),
    },
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a first build that fails is done again with the next change', async () => {
  const { options, said, change } = failingStep(2);
  const result = untilItWorks(options);
  await turn();
  expect(said).toEqual(['line 3 is broken. Waiting for a change']);
  change();
  await turn();
  expect(said).toHaveLength(2);
  change();
  expect(await result).toBe('it runs');
});

test('a change that comes while the step runs counts', async () => {
  const { options, change } = failingStep(1);
  let fail: (error: Error) => void = () => undefined;
  let calls = 0;
  const work = () => {
    calls += 1;
    return calls > 1
      ? Promise.resolve('it runs')
      : new Promise<string>((_resolve, reject) => (fail = reject));
  };
  const result = untilItWorks({ ...options, work });
  change();
  fail(new PlainError('it was read before the change'));
  expect(await result).toBe('it runs');
});

test('Ctrl-C ends the wait', async () => {
  const { options, stop } = failingStep(1);
  const result = untilItWorks(options);
  await turn();
  stop();
  await expect(result).rejects.toThrow(Stopped);
});

test('without a watcher the failure is the caller’s', async () => {
  const { options, said } = failingStep(1);
  await expect(untilItWorks({ ...options, watcher: undefined })).rejects.toThrow('line 3 is broken');
  expect(said).toEqual([]);
});
