import type { FeedVariant } from './feed-variant.js';

/** An open end is so far ahead: the refresh, which comes before, renews it. */
const OPEN_DAYS = 30;
const DAY_MS = 86_400_000;

/** A special price with the time that it is good for. */
export interface Sale {
  /** Subunits. */
  price: number;
  start: Date;
  end: Date;
  /** As the variant says, null where it says nothing: what decides whether a payload has changed. */
  explicit: { start: string | null; end: string | null };
}

/** The special price of a variant as soon as it is known, also before its time; null once it is over, and for a price of 0. */
export function saleOf(
  {
    price,
    specialPrice,
    specialPriceStart: start,
    specialPriceEnd: end,
  }: Pick<FeedVariant, 'price' | 'specialPrice' | 'specialPriceStart' | 'specialPriceEnd'>,
  now: Date,
): Sale | null {
  if (price === null || !specialPrice || (end && end <= now)) return null;
  const from = start ?? now;
  const open = new Date(Math.max(from.getTime(), now.getTime()) + OPEN_DAYS * DAY_MS);
  const explicit = { start: start?.toISOString() ?? null, end: end?.toISOString() ?? null };
  return { price: specialPrice, start: from, end: end ?? open, explicit };
}
