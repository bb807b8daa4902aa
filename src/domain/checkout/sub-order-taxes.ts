import { isGst } from '#domain/tax/gst-type.js';
import { divideRoundingHalfUp, type LineTax, RATE_SCALE, type TaxRule } from './line-taxes.js';
import { prorate } from './prorate.js';

/** A value that is taxed: a line after discounts, or the shipping that falls on one. */
export interface TaxableItem {
  /** Subunits, taxes included where prices contain them. */
  amount: number;
  rules: readonly TaxRule[];
}

/** One GST rule of an item, while the amount of its group is being allocated. */
interface GstPlace {
  item: number;
  rule: number;
}

/**
 * The taxes of a sub-order, for each item in the order of its rules. GST is rounded once for all items of a rate: its half
 * (the central and the state tax of a supply within a state, CGST Act 2017, section 9) is rounded half up, and items get whole
 * halves by largest remainder, so that both halves are equal on every document and the tax is the same for every place of
 * supply. Other taxes are rounded half up for each item.
 * @param included whether amounts hold the taxes; taxes of an item then never exceed it
 */
export function subOrderTaxes(items: readonly TaxableItem[], included: boolean): LineTax[][] {
  const taxes = items.map(({ amount, rules }) =>
    rules.map(({ type, rate }): LineTax => {
      const other = isGst(type) ? 0 : taxOf(amount, rate, baseOf(rules, included));
      return { type, rate, amount: other };
    }),
  );
  for (const places of gstGroups(items, included)) {
    const amounts = places.map(({ item }) => items[item]?.amount ?? 0);
    const caps = places.map(({ item }, index) => {
      const taxed = (taxes[item] ?? []).reduce((sum, tax) => sum + tax.amount, 0);
      return included ? Math.max(Math.floor(((amounts[index] ?? 0) - taxed) / 2), 0) : Infinity;
    });
    const [first] = places;
    const rules = items[first?.item ?? 0]?.rules ?? [];
    const rate = rules[first?.rule ?? 0]?.rate ?? 0;
    const value = amounts.reduce((sum, amount) => sum + amount, 0);
    const halves = prorateUpTo(taxOf(value, rate, 2n * baseOf(rules, included)), amounts, caps);
    places.forEach(({ item, rule }, index) => {
      const tax = taxes[item]?.[rule];
      if (tax) tax.amount = 2 * (halves[index] ?? 0);
    });
  }
  return taxes;
}

/** What taxes are reckoned of: 100 percent, with all rates on top where the amount contains the taxes. */
function baseOf(rules: readonly TaxRule[], included: boolean): bigint {
  const hundred = BigInt(100 * RATE_SCALE);
  return included ? rules.reduce((sum, { rate }) => sum + scaled(rate), hundred) : hundred;
}

function taxOf(amount: number, rate: number, base: bigint): number {
  return divideRoundingHalfUp(BigInt(amount) * scaled(rate), base);
}

function scaled(rate: number): bigint {
  return BigInt(Math.round(rate * RATE_SCALE));
}

/** The GST rules of equal rate and base. An item that has two of them is in two groups. */
function gstGroups(items: readonly TaxableItem[], included: boolean): GstPlace[][] {
  const groups = new Map<string, GstPlace[]>();
  items.forEach(({ rules }, item) => {
    const base = baseOf(rules, included);
    let nth = 0;
    rules.forEach(({ type, rate }, rule) => {
      if (!isGst(type)) return;
      const key = `${rate} ${base} ${nth}`;
      nth += 1;
      const places = groups.get(key);
      if (places) places.push({ item, rule });
      else groups.set(key, [{ item, rule }]);
    });
  });
  return [...groups.values()];
}

/** Allocates by largest remainder, none above its cap; what no item has room for is dropped. */
function prorateUpTo(amount: number, weights: readonly number[], caps: readonly number[]): number[] {
  const shares = prorate(amount, weights).map((share, index) => Math.min(share, caps[index] ?? 0));
  let left = amount - shares.reduce((sum, share) => sum + share, 0);
  for (const [index, share] of shares.entries()) {
    const room = Math.min((caps[index] ?? 0) - share, left);
    if (left > 0 && room > 0) {
      shares[index] = share + room;
      left -= room;
    }
  }
  return shares;
}
