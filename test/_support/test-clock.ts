import type { Clock } from '#lib/clock.js';

/** A clock that can be set off from the real one, so that what takes half an hour is over in a second. */
export interface TestClock extends Clock {
  /** Milliseconds; negative is the past. */
  shift(ms: number): void;
}

export function createTestClock(): TestClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    shift(ms) {
      offset = ms;
    },
  };
}
