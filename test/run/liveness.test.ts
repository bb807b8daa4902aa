import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchLiveness } from '../../scripts/supervisor/liveness.mjs';

/** Returns as told, the last of them for ever; says how often it was restarted after so many questions. */
async function restartsAfter(responses: ('yes' | 'no' | 'error')[], questions: number): Promise<number> {
  let [asked, restarts] = [0, 0];
  const stop = watchLiveness({
    name: 'api',
    ask: () => {
      const response = responses[Math.min(asked, responses.length - 1)];
      asked += 1;
      return response === 'error'
        ? Promise.reject(new Error('refused'))
        : Promise.resolve(response === 'yes');
    },
    restart: () => {
      restarts += 1;
      return Promise.resolve();
    },
    say: () => undefined,
    intervalMs: 5,
    missed: 6,
  });
  while (asked < questions) await sleep(2);
  await stop();
  return restarts;
}

it('restarts what misses six responses in a row, and only that', async () => {
  expect(await restartsAfter(['yes'], 15)).toBe(0);
  expect(await restartsAfter(['no', 'error', 'no', 'error', 'no', 'yes'], 12)).toBe(0);
  expect(await restartsAfter(['yes', 'no', 'no', 'no', 'error', 'error', 'no', 'yes'], 12)).toBe(1);
});
