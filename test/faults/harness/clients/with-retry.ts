import { setTimeout as sleep } from 'node:timers/promises';

/** Writes what a client needs straight into the database, which may be down at the moment. */
export async function withRetry<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries === 60) throw error;
      await sleep(500);
    }
  }
}
