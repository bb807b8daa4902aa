import { createTestClock, type TestClock } from '../_support/test-clock.js';

/**
 * A clock at the noon of today: the day of the marketplace does not end while a test runs, nor does the financial year,
 * which would begin other numbers and mails of their own.
 */
export function createMiddayClock(): TestClock {
  const clock = createTestClock();
  clock.shift(new Date().setUTCHours(12, 0, 0, 0) - Date.now());
  return clock;
}
