/** A price that a text asks for, in subunits, and the text without it. */
export interface PricePhrase {
  text: string;
  /** As it was written. */
  phrase: string;
  minPrice?: number;
  maxPrice?: number;
}

const SIGN = String.raw`(?:₹|\$|€|£|rs\.?|inr|usd|rupees?)`;
const AMOUNT = String.raw`${SIGN}?\s*(\d{1,3}(?:,\d{2,3})+|\d{1,9})(k)?(?:\.(\d{1,2}))?(?:\s*(?:${SIGN}|/-))?`;
const BELOW = 'under|below|less than|within|upto|up to|cheaper than';
const ABOVE = 'above|over|more than';
const BOUND = new RegExp(String.raw`^(.*\S)\s+(${BELOW}|${ABOVE})\s+${AMOUNT}$`, 'iu');
const BETWEEN = new RegExp(
  String.raw`^(.*\S)\s+(?:between|from)\s+${AMOUNT}\s*(?:and|to|-)\s*${AMOUNT}$`,
  'iu',
);

function subunits(
  whole: string | undefined,
  thousands: string | undefined,
  fraction: string | undefined,
): number {
  const units = Number((whole ?? '').replaceAll(',', '')) * (thousands ? 1_000 : 1);
  return units * 100 + Number((fraction ?? '').padEnd(2, '0'));
}

/** Finds "under 500", "above ₹2,000" and "between 100 and 200" at the end of a text; null where there is none. */
export function pricePhraseIn(q: string): PricePhrase | null {
  const text = q.trim();
  const between = BETWEEN.exec(text);
  if (between) {
    const [, rest = '', from, fromThousands, fromFraction, to, toThousands, toFraction] = between;
    const [minPrice, maxPrice] = [
      subunits(from, fromThousands, fromFraction),
      subunits(to, toThousands, toFraction),
    ];
    if (minPrice > maxPrice) return null;
    return { text: rest, phrase: text.slice(rest.length).trim(), minPrice, maxPrice };
  }
  const [, rest = '', word = '', whole, thousands, fraction] = BOUND.exec(text) ?? [];
  if (word === '') return null;
  const price = subunits(whole, thousands, fraction);
  const phrase = text.slice(rest.length).trim();
  const isBelow = new RegExp(`^(?:${BELOW})$`, 'i').test(word);
  return isBelow ? { text: rest, phrase, maxPrice: price } : { text: rest, phrase, minPrice: price };
}
