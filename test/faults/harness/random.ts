/** Numbers that follow from a seed alone, so that a run can be asked for again. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** The same values in another order. */
  shuffle<T>(values: readonly T[]): T[];
  /** Picks by weight, `{ kill: 2, freeze: 1 }`. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  /** Numbers of their own for a part of the run: what others draw meanwhile does not change them. */
  fork(name: string): Random;
}

/** Mulberry32, seeded by a hash of the name. */
export function createRandom(seed: number, name = ''): Random {
  let state = hash(`${seed}/${name}`);
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const random: Random = {
    next,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick(values) {
      const value = values[Math.floor(next() * values.length)];
      if (value === undefined) throw new Error('There is nothing to pick from');
      return value;
    },
    shuffle(values) {
      const left = [...values];
      return values.map(() => left.splice(Math.floor(next() * left.length), 1)[0] as (typeof values)[number]);
    },
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) {
        left -= weight;
        if (left < 0) return value;
      }
      return random.pick(entries.map(([value]) => value));
    },
    fork: (child) => createRandom(seed, `${name}/${child}`),
  };
  return random;
}

/** Deals cards, shuffled anew when all have been dealt: none comes much more often than its share. */
export function createDeck<T>(random: Random, cards: readonly T[]): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = random.shuffle(cards);
    return left.shift() as T;
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
