import type { DiscountableCart } from '#domain/discounts/coupon-details.js';
import { type CouponOutcome, evaluateCoupons } from '#domain/discounts/evaluate-coupons.js';
import type { LineDiscount } from '#domain/discounts/line-discount.js';
import { halfUpShare } from './line-taxes.js';
import { prorate } from './prorate.js';
import type { ShippingRateInput } from './pricing-rules.js';
import type { QuoteCoupons, QuoteInput, QuoteItem, QuoteVendor } from './quote-input.js';
import type { QuoteLine } from './quote-line.js';

/** What the coupons of a cart come to, for its lines and for the shipping of its vendors. */
export interface AppliedCoupons {
  coupons: CouponOutcome[];
  /** All lines of the cart with their discounts. */
  discountedLines: QuoteLine[];
  /** The shipping of a vendor, in subunits: what the buyer pays, and what coupons waive. */
  shipping: (vendorId: string) => { shippingTotal: number; waivedShipping: number };
}

/** Of a gift, which no discount but its own takes. */
const NO_TARGETS = { variants: [], categories: [], brands: [], tags: [], ingredients: [], vendors: [] };

type Shipping = ReadonlyMap<string, number>;

/** An item as far as its shipping goes. */
export type ShippedItem = Pick<QuoteItem, 'vendorId' | 'variantId' | 'quantity' | 'weight' | 'giftOf'>;

/** @param lines of the cart, priced but not taxed */
export function applyCoupons(lines: readonly QuoteLine[], input: QuoteInput): AppliedCoupons {
  const charges = shippingByVendor(lines, input);
  const buyable = inOrderOfAdding(lines.filter((line) => line.purchasable));
  const coupons = input.coupons
    ? evaluateCoupons(discountableCart(buyable, charges, input.coupons, input), input.coupons.coupons)
    : [];
  const applied = coupons.filter((coupon) => !coupon.refusal);
  const given = new Set(applied.map(({ discount }) => discount.id));
  const discounts = discountsByItem(buyable, applied);
  const waived = new Set(applied.flatMap((coupon) => coupon.waivedVendorIds));
  return {
    coupons,
    // The gift of an offer that does not apply is not in the cart.
    discountedLines: lines
      .filter(({ item: { giftOf } }) => giftOf === undefined || given.has(giftOf))
      .map((line) => discounted(line, discounts.get(line.item.itemId))),
    shipping: (vendorId) => {
      const charge = charges.get(vendorId) ?? 0;
      const waivedShipping = waived.has(vendorId) ? charge : 0;
      return { shippingTotal: charge - waivedShipping, waivedShipping };
    },
  };
}

/** Ids of items grow with time: equal shares go to the item that was added first, whatever the order of the lines. */
export function inOrderOfAdding(lines: QuoteLine[]): QuoteLine[] {
  return lines.sort((a, b) => (a.item.itemId < b.item.itemId ? -1 : 1));
}

/** The shipping charge of each vendor that sends something, before any coupon. */
export function shippingByVendor(
  lines: readonly QuoteLine<ShippedItem>[],
  input: Pick<QuoteInput, 'rules' | 'addresses' | 'currency'> & {
    vendors: readonly Pick<QuoteVendor, 'vendorId' | 'shippingFlatRate' | 'shippingFreeAbove'>[];
  },
): Shipping {
  const subtotals = new Map<string, number>();
  for (const { item, subtotal, purchasable } of lines)
    if (purchasable && item.giftOf === undefined)
      subtotals.set(item.vendorId, (subtotals.get(item.vendorId) ?? 0) + subtotal);
  const { rules, addresses, currency } = input;
  return new Map(
    input.vendors.map(({ vendorId, shippingFlatRate, shippingFreeAbove }) => {
      const subtotal = subtotals.get(vendorId);
      const free = shippingFreeAbove !== null && (subtotal ?? 0) >= shippingFreeAbove;
      if (subtotal === undefined) return [vendorId, 0];
      const vendorRate = free ? 0 : shippingFlatRate;
      if (!rules?.shippingRate) return [vendorId, vendorRate];
      const own = {
        vendorId,
        subtotal,
        lines: parcelOf(lines, vendorId),
        vendorRate,
        addresses,
        currency,
      };
      return [vendorId, rules.shippingRate(own) ?? vendorRate];
    }),
  );
}

/** What a vendor sends, for a plugin's rate. */
const parcelOf = (lines: readonly QuoteLine<ShippedItem>[], vendorId: string): ShippingRateInput['lines'] =>
  lines
    .filter(({ item, purchasable }) => purchasable && item.vendorId === vendorId)
    .map(({ item: { variantId, quantity, weight }, subtotal }) => ({
      variantId,
      quantity,
      subtotal,
      weightGrams: weight,
    }));

/** The lines of a quote as coupons find them; lines that cannot be bought must be left out. */
export function discountableCart(
  lines: readonly QuoteLine[],
  shipping: Shipping,
  { targets, customer }: Pick<QuoteCoupons, 'targets' | 'customer'>,
  { currency, now, rules }: Pick<QuoteInput, 'currency' | 'now' | 'rules'>,
): DiscountableCart {
  const discountable = lines.map(({ item, unitPrice, originalPrice, subtotal }) => {
    const { itemId, vendorId, quantity, giftOf } = item;
    const own = targets.get(item.variantId) ?? (giftOf === undefined ? undefined : NO_TARGETS);
    if (!own) throw new Error(`The targets of variant ${item.variantId} were not read with its cart`);
    return {
      itemId,
      vendorId,
      targets: own,
      price: originalPrice ?? 0,
      unitPrice: unitPrice ?? 0,
      quantity,
      subtotal,
      ...(giftOf !== undefined && { giftOf }),
    };
  });
  const conditions = rules?.discountConditions ?? [];
  return {
    lines: discountable,
    shipping,
    customer,
    currency,
    now,
    ...(conditions.length > 0 && { conditions }),
  };
}

/** What falls on each item, by its id. */
function discountsByItem(
  lines: readonly QuoteLine[],
  applied: readonly CouponOutcome[],
): ReadonlyMap<string, LineDiscount[]> {
  if (applied.length === 0) return new Map();
  const discounts = new Map(lines.map(({ item }): [string, LineDiscount[]] => [item.itemId, []]));
  for (const { discount, shares } of applied) {
    const paid = prorate(halfUpShare(sum(shares), discount.platformShare, 100), shares);
    for (const [index, amount] of shares.entries()) {
      const line = lines[index];
      const platformAmount = paid[index] ?? 0;
      const share: LineDiscount = {
        code: discount.code,
        ...(discount.offer && { name: discount.name }),
        amount,
        ...(platformAmount > 0 && { platformAmount }),
      };
      if (line && amount > 0) discounts.get(line.item.itemId)?.push(share);
    }
  }
  return discounts;
}

function discounted(line: QuoteLine, discounts: LineDiscount[] = []): QuoteLine {
  if (discounts.length === 0) return line;
  const discountTotal = sum(discounts.map(({ amount }) => amount));
  const platformDiscount = sum(discounts.map(({ platformAmount = 0 }) => platformAmount));
  return { ...line, discounts, discountTotal, platformDiscount };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
