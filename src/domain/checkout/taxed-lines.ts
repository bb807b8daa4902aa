import { withGstRate } from '#domain/tax/gst-rate.js';
import { isGst } from '#domain/tax/gst-type.js';
import type { TaxRule } from './line-taxes.js';
import { prorate } from './prorate.js';
import type { QuoteInput, QuoteItem, QuoteVendor } from './quote-input.js';
import type { QuoteLine } from './quote-line.js';
import { subOrderTaxes } from './sub-order-taxes.js';

export type TaxInput = Pick<QuoteInput, 'defaultTaxRules' | 'pricesIncludeTax' | 'taxShipping'>;
type TaxedVendor = Pick<QuoteVendor, 'taxRules' | 'registeredForGst'>;

/**
 * The lines of one vendor with their taxes. Shipping is part of the value of the goods (CGST Act 2017, section 15(2)(c)): it is
 * allocated to the taxed lines by value and taxed at the rates of each. Where no line is taxed, or the seller has no
 * registration, it stays untaxed.
 * @param shippingTotal what the buyer pays for shipping, in subunits
 */
export function taxedLines<Item extends Pick<QuoteItem, 'gst'>>(
  lines: readonly QuoteLine<Item>[],
  vendor: TaxedVendor,
  shippingTotal: number,
  input: TaxInput,
): QuoteLine<Item>[] {
  const rules = lines.map((line) =>
    line.purchasable ? taxRulesOf(line, vendor, input.defaultTaxRules) : [],
  );
  // What the platform pays of a discount is part of the consideration (CGST Act 2017, section 2(31)): it is taxed.
  const nets = lines.map((line) => line.subtotal - line.discountTotal + line.platformDiscount);
  const taxed = rules.flatMap((own, index) => (own.some(({ rate }) => rate > 0) ? [index] : []));
  const taxedShipping = input.taxShipping && vendor.registeredForGst ? shippingTotal : 0;
  const shares = prorate(
    taxedShipping,
    taxed.map((index) => nets[index] ?? 0),
  );
  const taxes = subOrderTaxes(
    [
      ...lines.map((_line, index) => ({ amount: nets[index] ?? 0, rules: rules[index] ?? [] })),
      ...taxed.map((index, at) => ({ amount: shares[at] ?? 0, rules: rules[index] ?? [] })),
    ],
    input.pricesIncludeTax,
  );
  return lines.map((line, index) => {
    if (!line.purchasable) return line;
    const own = taxes[index] ?? [];
    const taxTotal = own.reduce((sum, tax) => sum + tax.amount, 0);
    const at = taxed.indexOf(index);
    const shippingShare = at === -1 ? 0 : (shares[at] ?? 0);
    return {
      ...line,
      taxes: own,
      taxTotal,
      shippingShare,
      shippingTaxes: shippingShare > 0 ? (taxes[lines.length + at] ?? []) : [],
      total: (nets[index] ?? 0) - line.platformDiscount + (input.pricesIncludeTax ? 0 : taxTotal),
    };
  });
}

/** Subunits of tax on the shipping that is taxed with a line. */
export function shippingTaxOf({ shippingTaxes }: Pick<QuoteLine, 'shippingTaxes'>): number {
  return shippingTaxes.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * The taxes of a line: those of the vendor, else of the platform, its GST by the rate of the product where that has one, and
 * without GST where the vendor has no registration (CGST Act 2017, section 32).
 */
function taxRulesOf(
  { item }: { item: Pick<QuoteItem, 'gst'> },
  vendor: TaxedVendor,
  defaults: readonly TaxRule[],
): readonly TaxRule[] {
  const rules = vendor.taxRules ?? defaults;
  if (!vendor.registeredForGst) return rules.filter(({ type }) => !isGst(type));
  return withGstRate(rules, item.gst, { ownList: vendor.taxRules !== null });
}
