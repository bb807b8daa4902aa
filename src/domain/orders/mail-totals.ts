import type { LineTax } from '#domain/checkout/line-taxes.js';
import type { LineSummary } from '#domain/mail/mail-template.js';
import { phrase } from '#domain/mail/phrase.js';
import type { Order, OrderLine } from './order.js';

/** Subunits each. */
export type Sums = Pick<Order, 'subtotal' | 'discountTotal' | 'shippingTotal' | 'taxTotal'>;

type Totals = LineSummary['totals'];

/** The sums below the lines of an order, or of the part of it that one vendor sells. */
export function mailTotals(
  sums: Sums,
  total: number,
  lines: readonly OrderLine[],
  pricesIncludeTax: boolean,
  storeCredit = 0,
): Totals {
  const { subtotal, discountTotal, shippingTotal, taxTotal } = sums;
  return [
    { label: phrase('totals.items'), amount: subtotal },
    ...(discountTotal > 0 ? [{ label: phrase('totals.discount'), amount: -discountTotal }] : []),
    { label: phrase('totals.shipping'), amount: shippingTotal, free: true },
    ...taxTotals(lines, taxTotal, pricesIncludeTax),
    { label: phrase('totals.total'), amount: total, strong: true },
    ...(storeCredit > 0 ? [{ label: phrase('totals.store_credit'), amount: -storeCredit }] : []),
  ];
}

/** Taxes by rate; in one sum where the lines do not add up to it. */
function taxTotals(lines: readonly OrderLine[], taxTotal: number, included: boolean): Totals {
  if (taxTotal <= 0) return [];
  const named = (tax: string) => (included ? phrase('totals.includes', { tax }) : tax);
  const byRate = new Map<string, { label: string; rate: number; amount: number }>();
  for (const tax of lines.flatMap(({ taxes, shippingTaxes }) => [taxes, shippingTaxes])) {
    for (const { type, rate, amount } of joinedTaxes(tax ?? [])) {
      const label = `${type} ${rate}%`;
      const sum = byRate.get(label) ?? { label, rate, amount: 0 };
      sum.amount += amount;
      byRate.set(label, sum);
    }
  }
  const rows = [...byRate.values()].filter(({ amount }) => amount > 0);
  if (rows.reduce((sum, { amount }) => sum + amount, 0) !== taxTotal)
    return [{ label: phrase(included ? 'totals.includes_taxes' : 'totals.taxes'), amount: taxTotal }];
  return rows
    .sort((a, b) => b.rate - a.rate || a.label.localeCompare(b.label))
    .map(({ label, amount }) => ({ label: named(label), amount }));
}

/** CGST and SGST of a line are halves of one rate of GST; so is IGST the whole of it. */
function joinedTaxes(taxes: readonly LineTax[]): LineTax[] {
  const isGst = ({ type }: LineTax) => /^([CSI]|UT)?GST$/i.test(type.trim());
  const gst = taxes.filter(isGst);
  const others = taxes.filter((tax) => !isGst(tax));
  if (gst.length === 0) return others;
  const sum = (value: (tax: LineTax) => number) => gst.reduce((total, tax) => total + value(tax), 0);
  return [{ type: 'GST', rate: sum(({ rate }) => rate), amount: sum(({ amount }) => amount) }, ...others];
}
