import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a test waits for what happens by itself. It bounds a hang and judges no speed: a busy machine takes many times
 * as long as a quiet one, and the long tests work through more. `TEST_WAIT_SECONDS` makes it short for somebody who looks
 * for a fault.
 */
export const WAIT_MS =
  Number(process.env['TEST_WAIT_SECONDS'] || (process.env['TEST_SET'] === 'long' ? 600 : 120)) * 1_000;

/** A tenth of what has been waited already, within these bounds: looking costs processor that what is waited for needs. */
const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 200;

/**
 * Asks until `check` stops throwing or `timeoutMs` has passed, and then throws its last error: for what happens by
 * itself, sooner or later.
 */
export async function eventually<T>(check: () => Promise<T>, timeoutMs = WAIT_MS): Promise<T> {
  const began = Date.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waited = Date.now() - began;
      if (waited >= timeoutMs) throw error;
      await sleep(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waited / 10)));
    }
  }
}
