import { atSaleValue, type GstTreatment, withGstRate } from '#domain/tax/gst-rate.js';
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
export function taxedLines<Item extends Pick<QuoteItem, 'gst' | 'quantity'>>(
  lines: readonly QuoteLine<Item>[],
  vendor: TaxedVendor,
  shippingTotal: number,
  input: TaxInput,
): QuoteLine<Item>[] {
  // What the platform pays of a discount is part of the consideration (CGST Act 2017, section 2(31)): it is taxed.
  const nets = lines.map((line) => line.subtotal - line.discountTotal + line.platformDiscount);
  const list = vendor.taxRules ?? input.defaultTaxRules;
  const treatments = lines.map(({ item }, index) =>
    atSaleValue(item.gst, { amount: nets[index] ?? 0, quantity: item.quantity }, otherRates(list, input)),
  );
  const rules = lines.map((line, index) =>
    line.purchasable ? taxRulesOf(treatments[index] ?? line.item.gst, vendor, input.defaultTaxRules) : [],
  );
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
    const gst = treatments[index] ?? line.item.gst;
    const own = taxes[index] ?? [];
    const taxTotal = own.reduce((sum, tax) => sum + tax.amount, 0);
    const at = taxed.indexOf(index);
    const shippingShare = at === -1 ? 0 : (shares[at] ?? 0);
    return {
      ...line,
      // The rate at its sale value: what the order keeps.
      item: { ...line.item, gst },
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
  gst: GstTreatment,
  vendor: TaxedVendor,
  defaults: readonly TaxRule[],
): readonly TaxRule[] {
  const rules = vendor.taxRules ?? defaults;
  if (!vendor.registeredForGst) return rules.filter(({ type }) => !isGst(type));
  return withGstRate(rules, gst, { ownList: vendor.taxRules !== null });
}

/** Percent of the taxes beside GST that prices contain; null where prices are without tax. */
function otherRates(rules: readonly TaxRule[], { pricesIncludeTax }: TaxInput): number | null {
  if (!pricesIncludeTax) return null;
  return rules.reduce((sum, { type, rate }) => sum + (isGst(type) ? 0 : rate), 0);
}
