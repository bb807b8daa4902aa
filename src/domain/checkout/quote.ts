import { MAX_CART_SUBTOTAL } from '#domain/carts/cart.js';
import type { CouponOutcome } from '#domain/discounts/evaluate-coupons.js';
import { isOffered } from '#domain/products/offered.js';
import { currentPrice } from './current-price.js';
import { lineTaxes } from './line-taxes.js';
import { applyCoupons } from './apply-coupons.js';
import type { QuoteInput, QuoteItem, QuoteVendor } from './quote-input.js';
import type { QuoteLine } from './quote-line.js';
import { couponWarnings, itemWarnings, type QuoteWarning } from './quote-warnings.js';

/** What one vendor of the cart sells and charges: the later part of the order. */
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
  const vendors = new Map(input.vendors.map((vendor) => [vendor.vendorId, vendor]));
  const vendorOf = (item: QuoteItem): QuoteVendor => {
    const vendor = vendors.get(item.vendorId);
    if (!vendor) throw new Error(`Item ${item.itemId} names a vendor that was not read with it`);
    return vendor;
  };

  const { fitting: priced, beyond } = fitIn(
    input.items.map((item) => pricedLine(item, vendorOf(item), input.now)),
  );
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
      subtotal: sum(groups, (one) => one.subtotal),
      discountTotal: sum(groups, (one) => one.discountTotal),
      shippingTotal: sum(groups, (one) => one.shippingTotal),
      taxTotal: sum(groups, (one) => one.taxTotal),
      grandTotal: sum(groups, (one) => one.total),
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

function pricedLine(item: QuoteItem, vendor: QuoteVendor, now: Date): QuoteLine {
  const unitPrice = currentPrice(item, now);
  const purchasable = !vendor.suspended && isOffered(item, unitPrice, now);
  const subtotal = purchasable ? (unitPrice ?? 0) * item.quantity : 0;
  return {
    item,
    purchasable,
    unitPrice,
    originalPrice: item.price,
    subtotal,
    discountTotal: 0,
    discounts: [],
    taxes: [],
    taxTotal: 0,
    total: subtotal,
  };
}

/**
 * Lets lines count as long as they come to no more than a cart may: prices can rise after items were put in, and no
 * amount of a quote may leave the integers that a number holds exactly. What does not fit counts nothing.
 */
function fitIn(lines: readonly QuoteLine[]): { fitting: QuoteLine[]; beyond: ReadonlySet<QuoteItem> } {
  const beyond = new Set<QuoteItem>();
  let subtotal = 0;
  const fitting = lines.map((line) => {
    if (subtotal + line.subtotal <= MAX_CART_SUBTOTAL) {
      subtotal += line.subtotal;
      return line;
    }
    beyond.add(line.item);
    return { ...line, purchasable: false, subtotal: 0, total: 0 };
  });
  return { fitting, beyond };
}

function taxedLine(line: QuoteLine, vendor: QuoteVendor, input: QuoteInput): QuoteLine {
  if (!line.purchasable) return line;
  const net = line.subtotal - line.discountTotal;
  const taxes = lineTaxes(net, vendor.taxRules ?? input.defaultTaxRules, input.pricesIncludeTax);
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
