import type { CouponOutcome } from '#domain/discounts/evaluate-coupons.js';
import { byPriority } from '#domain/discounts/offer.js';
import { placeOfSupplyOf } from '#domain/tax/place-of-supply.js';
import { applyCoupons } from './apply-coupons.js';
import { pricedLines, vendorsOf } from './priced-lines.js';
import type { QuoteInput, QuoteVendor } from './quote-input.js';
import type { QuoteLine } from './quote-line.js';
import { shippingTaxOf, taxedLines } from './taxed-lines.js';
import { couponWarnings, itemWarnings, type QuoteWarning } from './quote-warnings.js';

/** What one vendor of the cart sells and charges: the later sub-order. */
export interface QuoteGroup {
  vendor: QuoteVendor;
  lines: QuoteLine[];
  subtotal: number;
  discountTotal: number;
  /** The part of `discountTotal` that the platform pays. */
  platformDiscount: number;
  /** What the buyer pays for shipping. */
  shippingTotal: number;
  /** What coupons with free shipping take off it. */
  waivedShipping: number;
  /** What the subtotal lacks for free shipping; null where there is nothing to reach. */
  freeShippingMissing: number | null;
  /** Taxes of shipping: on top of `shippingTotal`, or in it where prices contain the taxes. */
  shippingTaxTotal: number;
  /** Taxes of lines and shipping. */
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
  /** GST code of the state of supply; null while it is not known, and for goods that leave India. */
  placeOfSupply: string | null;
  groups: QuoteGroup[];
  /** The coupons of the cart in the order of adding, also those that do not apply. */
  coupons: CouponOutcome[];
  /** The automatic offers by their priority, also those that do not apply. */
  offers: CouponOutcome[];
  /** Language of what is said of the offers; missing for that of the store. */
  locale?: string;
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
  const { coupons: outcomes, discountedLines, shipping } = applyCoupons(priced, input);
  const coupons = outcomes.filter(({ discount }) => !discount.offer);
  const offers = outcomes
    .filter(({ discount }) => discount.offer)
    .sort((a, b) => byPriority(a.discount, b.discount));
  const groups = [...new Set(discountedLines.map((line) => line.item.vendorId))].map((vendorId) => {
    const own = discountedLines.filter((line) => line.item.vendorId === vendorId);
    const vendor = vendorOf((own[0] as QuoteLine).item);
    const charge = shipping(vendorId);
    return group(taxedLines(own, vendor, charge.shippingTotal, input), vendor, charge, input);
  });

  // Of an address that is not there yet nothing is said.
  const placeOfSupply = input.addresses?.shippingAddress ? placeOfSupplyOf(input.addresses) : undefined;

  return {
    currency: input.currency,
    pricesIncludeTax: input.pricesIncludeTax,
    placeOfSupply: placeOfSupply ?? null,
    groups,
    coupons,
    offers,
    totals: {
      itemCount: sum(discountedLines, (line) => (line.purchasable ? line.item.quantity : 0)),
      subtotal: sum(groups, (item) => item.subtotal),
      discountTotal: sum(groups, (item) => item.discountTotal),
      shippingTotal: sum(groups, (item) => item.shippingTotal),
      taxTotal: sum(groups, (item) => item.taxTotal),
      grandTotal: sum(groups, (item) => item.total),
    },
    warnings: [
      ...discountedLines
        .filter(({ item }) => item.giftOf === undefined)
        .flatMap((line) =>
          itemWarnings(
            line.item,
            vendorOf(line.item),
            { unitPrice: line.unitPrice, beyond: beyond.has(line.item), placeOfSupply },
            input.now,
          ),
        ),
      ...couponWarnings(coupons),
    ],
  };
}

function group(
  lines: QuoteLine[],
  vendor: QuoteVendor,
  { shippingTotal, waivedShipping }: Pick<QuoteGroup, 'shippingTotal' | 'waivedShipping'>,
  { pricesIncludeTax, rules }: Pick<QuoteInput, 'pricesIncludeTax' | 'rules'>,
): QuoteGroup {
  const shippingTaxTotal = sum(lines, shippingTaxOf);
  const subtotal = sum(lines, (line) => line.subtotal);
  const bought = sum(lines, (line) => (line.item.giftOf === undefined ? line.subtotal : 0));
  return {
    vendor,
    lines,
    subtotal,
    discountTotal: sum(lines, (line) => line.discountTotal),
    platformDiscount: sum(lines, (line) => line.platformDiscount),
    shippingTotal,
    waivedShipping,
    freeShippingMissing: rules?.shippingRate ? null : missingToFreeShipping(vendor, bought),
    shippingTaxTotal,
    taxTotal: sum(lines, (line) => line.taxTotal) + shippingTaxTotal,
    total: sum(lines, (line) => line.total) + shippingTotal + (pricesIncludeTax ? 0 : shippingTaxTotal),
  };
}

/**
 * Subunits that the merchandise of a vendor lacks until its shipping is free; 0 when that is reached, null where the vendor
 * never charges, or always charges, for shipping.
 */
export function missingToFreeShipping(
  { shippingFlatRate, shippingFreeAbove }: Pick<QuoteVendor, 'shippingFlatRate' | 'shippingFreeAbove'>,
  subtotal: number,
): number | null {
  if (shippingFreeAbove === null || shippingFlatRate === 0) return null;
  return Math.max(0, shippingFreeAbove - subtotal);
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}

/** Whether an order can be made of it as it is. */
export function canBePlaced(quote: Quote): boolean {
  return quote.totals.itemCount > 0 && !quote.warnings.some((warning) => warning.blocking);
}
