import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';

/** Enough for what is made to be looked up before its end, unless the machine is busy. */
const LIFE_MS = 2_000;

/**
 * Makes something that ends by itself, sees that it is known, and resolves just after its end, when it is to be known no
 * more. Whatever was over before it could be looked up is made anew, to live for longer.
 */
export async function pastExpiry<T>(
  make: (endsAt: Date) => Promise<T>,
  isKnown: (made: T) => Promise<boolean>,
): Promise<T> {
  for (let lifeMs = LIFE_MS; ; lifeMs *= 2) {
    const endsAt = new Date(Date.now() + lifeMs);
    const isOver = () => Date.now() > endsAt.getTime();
    try {
      const made = await make(endsAt);
      const known = await isKnown(made);
      if (!known && isOver()) continue;
      expect(known).toBe(true);
      while (!isOver()) await sleep(endsAt.getTime() - Date.now() + 1);
      return made;
    } catch (error) {
      if (!isOver()) throw error;
    }
  }
}
