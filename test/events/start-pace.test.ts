import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createStartPace, type StartPace } from '#events/start-pace.js';

let clock: number;
let pace: StartPace;
beforeEach(() => {
  clock = 0;
  pace = createStartPace({ most: 4, now: () => clock });
});

/** A start that the engine responds after so many milliseconds of the test's clock. */
const taking = (ms: number) => async () => {
  await Promise.resolve();
  clock += ms;
};

async function inTurn(count: number, ms: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await pace.run(taking(ms));
}

describe('the pace of starts', () => {
  test('is as wide as it may be while the engine is quick, and keeps the order of the calls', async () => {
    const began: number[] = [];
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const all = Array.from({ length: 6 }, (_, n) =>
      pace.run(() => {
        began.push(n);
        return held;
      }),
    );
    await sleep(5);
    expect(began).toEqual([0, 1, 2, 3]);
    end();
    await Promise.all(all);
    expect(began).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('narrows to one when responses take several times the best, and widens again', async () => {
    await inTurn(2, 10);
    expect(pace.width).toBe(4);
    await inTurn(3, 31);
    expect(pace.width).toBe(2);
    await inTurn(10, 31);
    expect(pace.width).toBe(1);
    await inTurn(20, 10);
    expect(pace.width).toBe(4);
  });

  test('rests after each start where even one at a time is too much', async () => {
    await inTurn(1, 10);
    await inTurn(8, 50);
    const began = performance.now();
    await inTurn(2, 50);
    // The second of them waited for the rest of the first.
    expect(performance.now() - began).toBeGreaterThanOrEqual(4 * 50 - 5);
  });

  test('a machine that has become slower for good is followed', async () => {
    await inTurn(1, 0.01);
    await inTurn(8, 0.04);
    expect(pace.width).toBe(1);
    await inTurn(500, 0.04);
    expect(pace.width).toBeGreaterThan(1);
  });

  test('a start that fails gives its place on and teaches nothing', async () => {
    await inTurn(1, 10);
    for (let n = 0; n < 8; n += 1)
      await expect(pace.run(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await inTurn(8, 25);
    expect(pace.width).toBe(4);
  });

  test('those that wait go at once when the process is told to stop', async () => {
    await inTurn(1, 10);
    await inTurn(8, 120);
    let done = 0;
    for (let n = 0; n < 6; n += 1) void pace.run(taking(120)).then(() => (done += 1));
    pace.finish();
    // Before any timer, thus without a rest.
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toBe(6);
  });
});
