import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Draws that come out the same for the same seed and name, on every machine. */
export interface Draw {
  /** At least 0, below 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  /** True in so many of a hundred cases. */
  percent(chance: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** So many different ones, in the order in which they were drawn; all of them where there are fewer. */
  several<T>(from: readonly T[], count: number): T[];
  bytes(count: number): Uint8Array;
}

/**
 * Each part of the demo data draws under its own name, so that a change of one part leaves the others as they were.
 */
export function createDraw(seed: number, name: string): Draw {
  let state = createHash('sha256').update(`${seed}:${name}`).digest().readUInt32LE(0);
  // Mulberry32: a few operations, and far more even than demo data needs.
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const pick = <T>(from: readonly T[]): T => {
    const [picked] = from.slice(whole(0, from.length - 1));
    if (picked === undefined) throw new Error(`${name}: there is nothing to draw from`);
    return picked;
  };
  return {
    fraction,
    whole,
    pick,
    percent: (chance) => fraction() * 100 < chance,
    several<T>(from: readonly T[], count: number): T[] {
      const left = [...from];
      const drawn: T[] = [];
      while (drawn.length < count && left.length > 0)
        drawn.push(...left.splice(whole(0, left.length - 1), 1));
      return drawn;
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => whole(0, 255)),
  };
}

/** Before anything that a person adds later, whose ids then sort behind those of the demo data. */
const FIRST_INSTANT = Date.UTC(2025, 0, 1);

/** Ids of one kind of row: fixed by the seed, and rising, as the platform's own ids are. */
export function createIds(seed: number, kind: string): () => string {
  const draw = createDraw(seed, `ids of ${kind}`);
  let next = 0;
  return () => v7({ msecs: FIRST_INSTANT, seq: next++, random: draw.bytes(16) });
}
