import { type Columns, instant, integer, nullable, type RowOf, text } from '#domain/_shared/columns.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What counts as bought together. */
export const miningRules = {
  /** Orders confirmed within so many days. */
  days: 180,
  /** Orders that must hold both products. */
  minOrders: 3,
  /** Pairs that are kept of each product. */
  pairsPerProduct: 50,
  /** Products of one order; larger orders say nothing about what goes together. */
  maxBasket: 100,
} as const;

/** Part of the time that is mined: half open, at most a day. */
export interface MiningSlice {
  /** Its name, the UTC day on which it begins: `2026-11-23`. */
  day: string;
  from: Date;
  to: Date;
}

/** The slices of the days before `until`, the oldest first. */
export function miningSlices(until: Date): MiningSlice[] {
  const first = until.getTime() - miningRules.days * DAY_MS;
  return Array.from({ length: miningRules.days }, (_, index) => {
    const from = new Date(first + index * DAY_MS);
    return { day: from.toISOString().slice(0, 10), from, to: new Date(from.getTime() + DAY_MS) };
  });
}

/** What is known of the pairs that storefronts read. */
export const miningStateColumns = {
  /** When the orders of the current pairs were counted up to; null before the first time. */
  computedAt: nullable(instant),
  /** Orders that were counted. */
  orders: integer,
  pairs: integer,
  /** Of the latest attempt that failed since then. */
  lastError: nullable(text),
  lastErrorAt: nullable(instant),
} as const satisfies Columns;
export type MiningState = RowOf<typeof miningStateColumns>;
