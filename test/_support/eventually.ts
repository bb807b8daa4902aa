import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until `check` stops throwing or `timeoutMs` has passed, and then throws its last error: for what happens by
 * itself, sooner or later.
 */
export async function eventually<T>(check: () => Promise<T>, timeoutMs = 20_000): Promise<T> {
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
