import { expect, it } from '@jest/globals';
import { createPace } from '#lib/pace.js';

/** Time that runs as fast as everybody who waits lets it. */
function virtualTime() {
  let current = 1_000_000;
  const sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => current,
    sleep: (ms: number) =>
      new Promise<void>((wake) => void sleepers.push({ at: current + Math.max(ms, 0.01), wake })),
    async run(until: number): Promise<void> {
      for (;;) {
        // Everybody who can go on does.
        await new Promise((resolve) => setImmediate(resolve));
        sleepers.sort((a, b) => a.at - b.at);
        const next = sleepers.shift();
        if (!next || next.at > until) return;
        current = next.at;
        next.wake();
      }
    },
  };
}

const MINUTE = 60_000;
const signal = new AbortController().signal;

/** Five connections that send as fast as the pace lets them to a relay that takes so many in any second. */
async function sendTo(options: { limit: number; allowed: number; minutes: number; latency?: () => number }) {
  const time = virtualTime();
  const { limit, allowed, latency = () => 5 } = options;
  const pace = createPace(() => limit, time);
  const began = time.now();
  const taken: number[] = [];
  /** The first of those that were taken in the last second. */
  let oldest = 0;
  let throttled = 0;
  const lane = async () => {
    while (time.now() < began + options.minutes * MINUTE) {
      const turn = await pace.next(1, signal);
      await time.sleep(latency());
      while (oldest < taken.length && time.now() - (taken[oldest] ?? 0) >= 1_000) oldest += 1;
      if (taken.length - oldest >= allowed) {
        throttled += 1;
        turn.throttled();
      } else taken.push(time.now());
      await time.sleep(1);
      turn.done();
      if (taken.length > 20_000) return;
    }
  };
  const lanes = Promise.all([lane(), lane(), lane(), lane(), lane()]);
  await time.run(began + options.minutes * MINUTE + 10_000);
  await lanes;
  const perSecond = (from: number, to: number) =>
    taken.filter((at) => at >= began + from * MINUTE && at < began + to * MINUTE).length / ((to - from) * 60);
  return { pace, perSecond, throttled: () => throttled };
}

it.each([14, 100, 500, 10_000])(
  'at 14 a second allowed and %i set, at least 12 a second leave over ten minutes',
  async (limit) => {
    // A relay on the far side of the sea: 80 to 140 ms, and sometimes more.
    const latency = () => 80 + Math.random() * 60 + (Math.random() < 0.01 ? 100 : 0);
    const { perSecond, throttled } = await sendTo({ limit, allowed: 14, minutes: 10, latency });
    expect(perSecond(0, 10)).toBeGreaterThanOrEqual(12);
    expect(throttled()).toBeLessThan(120);
  },
);

it('halves, one a second at least, and adds a tenth for each full minute, up to the limit', async () => {
  const time = virtualTime();
  const pace = createPace(() => 4, time);
  const next = async () => {
    const turn = pace.next(1, signal);
    await time.run(time.now() + 5_000);
    return turn;
  };
  const rates: number[] = [];
  for (let times = 0; times < 4; times += 1) {
    (await next()).throttled();
    rates.push(pace.rate());
  }
  expect(rates).toEqual([2, 1, 1, 1]);
  const pass = async (ms: number) => {
    const slept = time.sleep(ms);
    await time.run(time.now() + ms);
    await slept;
  };
  await pass(MINUTE);
  expect(pace.rate()).toBeCloseTo(1.1);
  for (let minute = 0; minute < 20; minute += 1) {
    await pass(MINUTE);
    pace.rate();
  }
  expect(pace.rate()).toBe(4);
});

it('several that are told to slow down at once are one sign, and what was raised too far is taken back alone', async () => {
  const time = virtualTime();
  const pace = createPace(() => 200, time);
  const turns = [await pace.next(1, signal), await pace.next(1, signal), await pace.next(1, signal)];
  for (const turn of turns) turn.throttled();
  expect(pace.rate()).toBe(100);
  const slept = time.sleep(MINUTE);
  await time.run(time.now() + MINUTE);
  await slept;
  expect(pace.rate()).toBeCloseTo(110);
  const later = time.sleep(5);
  await time.run(time.now() + 5);
  await later;
  const first = pace.next(1, signal);
  await time.run(time.now() + 2_000);
  (await first).throttled();
  expect(pace.rate()).toBeCloseTo(100);
});
