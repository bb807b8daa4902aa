import type { CouponOutcome } from '#domain/discounts/evaluate-coupons.js';
import { isGst } from '#domain/invoices/gst-split.js';
import { lineTaxes, type TaxRule } from './line-taxes.js';
import { applyCoupons } from './apply-coupons.js';
import { pricedLines, vendorsOf } from './priced-lines.js';
import type { QuoteInput, QuoteVendor } from './quote-input.js';
import type { QuoteLine } from './quote-line.js';
import { couponWarnings, itemWarnings, type QuoteWarning } from './quote-warnings.js';

/** What one vendor of the cart sells and charges: the later sub-order. */
export interface QuoteGroup {
  vendor: QuoteVendor;
  lines: QuoteLine[];
  subtotal: number;
  discountTotal: number;
  /** What the buyer pays for shipping. */
  shippingTotal: number;
  /** What coupons with free shipping take off it. */
  waivedShipping: number;
  taxTotal: number;
  total: number;
}

export interface QuoteTotals {
  /** Pieces. */
  itemCount: number;
  subtotal: number;
  discountTotal: number;
  shippingTotal: number;
  taxTotal: number;
  grandTotal: number;
}

export interface Quote {
  currency: string;
  pricesIncludeTax: boolean;
  groups: QuoteGroup[];
  /** The coupons of the cart in the order of adding, also those that do not apply. */
  coupons: CouponOutcome[];
  totals: QuoteTotals;
  warnings: QuoteWarning[];
}

/**
 * Reckons a cart: prices in effect, discounts, shipping of each vendor, taxes of each line, totals and warnings. Pure,
 * so that the cart, place-order and tests come to the same amounts. Groups and their lines keep the order of the items.
 */
export function quote(input: QuoteInput): Quote {
  const vendorOf = vendorsOf(input);
  const { priced, beyond } = pricedLines(input, vendorOf);
  const { coupons, discountedLines, shipping } = applyCoupons(priced, input);
  const lines = discountedLines.map((line) => taxedLine(line, vendorOf(line.item), input));
  const groups = [...new Set(lines.map((line) => line.item.vendorId))].map((vendorId) => {
    const own = lines.filter((line) => line.item.vendorId === vendorId);
    return group(own, vendorOf((own[0] as QuoteLine).item), shipping(vendorId));
  });

  return {
    currency: input.currency,
    pricesIncludeTax: input.pricesIncludeTax,
    groups,
    coupons,
    totals: {
      itemCount: sum(lines, (line) => (line.purchasable ? line.item.quantity : 0)),
      subtotal: sum(groups, (item) => item.subtotal),
      discountTotal: sum(groups, (item) => item.discountTotal),
      shippingTotal: sum(groups, (item) => item.shippingTotal),
      taxTotal: sum(groups, (item) => item.taxTotal),
      grandTotal: sum(groups, (item) => item.total),
    },
    warnings: [
      ...lines.flatMap((line) =>
        itemWarnings(
          line.item,
          vendorOf(line.item),
          { unitPrice: line.unitPrice, beyond: beyond.has(line.item) },
          input.now,
        ),
      ),
      ...couponWarnings(coupons),
    ],
  };
}

function taxedLine(line: QuoteLine, vendor: QuoteVendor, input: QuoteInput): QuoteLine {
  if (!line.purchasable) return line;
  const net = line.subtotal - line.discountTotal;
  const taxes = lineTaxes(net, taxRulesOf(vendor, input.defaultTaxRules), input.pricesIncludeTax);
  const taxTotal = sum(taxes, (tax) => tax.amount);
  return { ...line, taxes, taxTotal, total: input.pricesIncludeTax ? net : net + taxTotal };
}

function group(
  lines: QuoteLine[],
  vendor: QuoteVendor,
  { shippingTotal, waivedShipping }: Pick<QuoteGroup, 'shippingTotal' | 'waivedShipping'>,
): QuoteGroup {
  return {
    vendor,
    lines,
    subtotal: sum(lines, (line) => line.subtotal),
    discountTotal: sum(lines, (line) => line.discountTotal),
    shippingTotal,
    waivedShipping,
    taxTotal: sum(lines, (line) => line.taxTotal),
    total: sum(lines, (line) => line.total) + shippingTotal,
  };
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}

/** Whether an order can be made of it as it is. */
export function canBePlaced(quote: Quote): boolean {
  return quote.totals.itemCount > 0 && !quote.warnings.some((warning) => warning.blocking);
}

/** The taxes that a vendor charges: its own, else those of the platform, without GST where it has no registration. */
function taxRulesOf(vendor: QuoteVendor, defaults: readonly TaxRule[]): readonly TaxRule[] {
  const rules = vendor.taxRules ?? defaults;
  return vendor.registeredForGst ? rules : rules.filter(({ type }) => !isGst(type));
}
