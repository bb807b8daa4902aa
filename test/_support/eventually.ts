import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a test waits for what happens by itself. It bounds a hang and judges no speed: a busy machine takes many times
 * as long as a quiet one, and the long tests work through more. `TEST_WAIT_SECONDS` makes it short for somebody who looks
 * for a fault.
 */
export const WAIT_MS =
  Number(process.env['TEST_WAIT_SECONDS'] || (process.env['TEST_LONG'] ? 600 : 120)) * 1_000;

/**
 * Asks until `check` stops throwing or `timeoutMs` has passed, and then throws its last error: for what happens by
 * itself, sooner or later.
 */
export async function eventually<T>(check: () => Promise<T>, timeoutMs = WAIT_MS): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= until) throw error;
      await sleep(50);
    }
  }
}
