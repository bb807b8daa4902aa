import type { Address } from '#domain/_shared/address.js';
import { halfUpShare } from '#domain/checkout/line-taxes.js';
import { prorate } from '#domain/checkout/prorate.js';
import type { QuoteLine } from '#domain/checkout/quote-line.js';
import { placeOfSupplyOf } from '#domain/tax/place-of-supply.js';
import type { Quote, QuoteGroup } from '#domain/checkout/quote.js';
import { termsOf } from '#domain/discounts/discount.js';
import type { NewOrder, Order, OrderDiscount, OrderLine, SubOrder, OrderPlatform } from './order.js';

export interface OrderDraftInput {
  quote: Quote;
  cartId: string;
  userId: string;
  guest: boolean;
  email: string;
  /** Language of mails, BCP 47; null for that of the account. */
  locale?: string | null;
  orderNumber: string;
  shippingAddress: Address;
  billingAddress: Address;
  paymentProviderId: string;
  paymentMethod: string;
  platform: OrderPlatform;
  /** Subunits that the buyer pays with store credit. */
  storeCredit?: number;
  placedAt: Date;
  /** Null where nothing has to be paid in advance. */
  expiresAt: Date | null;
  /** Nobody waits for its money: it is confirmed as it is placed. */
  confirmed: boolean;
  newId: () => string;
}

/** The order that a quote becomes: one sub-order for each vendor, with every snapshot. */
export function draftOrder(input: OrderDraftInput): NewOrder {
  const { quote, newId, placedAt, storeCredit = 0 } = input;
  const confirmedAt = input.confirmed ? placedAt : null;
  const { subtotal, discountTotal, shippingTotal, taxTotal, grandTotal } = quote.totals;
  const orderId = newId();
  const order: Order = {
    id: orderId,
    orderNumber: input.orderNumber,
    userId: input.userId,
    cartId: input.cartId,
    guest: input.guest,
    email: input.email,
    customerName: input.shippingAddress.name,
    locale: input.locale ?? null,
    status: input.confirmed ? 'confirmed' : 'pending_payment',
    paymentStatus: 'unpaid',
    paymentProviderId: input.paymentProviderId,
    paymentMethod: input.paymentMethod,
    platform: input.platform,
    currency: quote.currency,
    subtotal,
    discountTotal,
    shippingTotal,
    taxTotal,
    grandTotal,
    storeCredit,
    refundedTotal: 0,
    pricesIncludeTax: quote.pricesIncludeTax,
    shippingAddress: input.shippingAddress,
    billingAddress: input.billingAddress,
    placeOfSupply: placeOfSupplyOf(input),
    cancelReason: null,
    expiresAt: input.expiresAt,
    reservationId: orderId,
    placedAt,
    confirmedAt,
    paidAt: null,
    cancelledAt: null,
  };

  const subOrders: SubOrder[] = [];
  const lines: OrderLine[] = [];
  const credits = prorate(
    storeCredit,
    quote.groups.map(({ total }) => total),
  );
  for (const [index, group] of quote.groups.entries()) {
    const placed = { id: orderId, placedAt, confirmedAt };
    const subOrder = { ...draftSubOrder(group, newId(), placed), storeCredit: credits[index] ?? 0 };
    subOrders.push(subOrder);
    for (const line of group.lines) lines.push(draftLine(line, subOrder, newId(), lines.length));
  }
  return { order, subOrders, lines, discounts: draftDiscounts(quote, orderId) };
}

/** The automatic offers that apply, then the coupons in the order of adding. */
function draftDiscounts(quote: Quote, orderId: string): OrderDiscount[] {
  return [...quote.offers, ...quote.coupons]
    .filter((coupon) => !coupon.refusal)
    .map(({ discount, amount, waivedShipping }, position) => {
      const { id: discountId, code, name } = discount;
      return { orderId, position, discountId, code, name, amount, waivedShipping, terms: termsOf(discount) };
    });
}

function draftSubOrder(
  group: QuoteGroup,
  id: string,
  order: Pick<Order, 'id' | 'placedAt' | 'confirmedAt'>,
): Omit<SubOrder, 'storeCredit'> {
  const { vendor, lines, subtotal, discountTotal, platformDiscount } = group;
  const { shippingTotal, shippingTaxTotal, taxTotal, total } = group;
  return {
    id,
    orderId: order.id,
    vendorId: vendor.vendorId,
    status: 'pending',
    vendorName: vendor.name,
    subtotal,
    discountTotal,
    platformDiscount,
    shippingTotal,
    shippingTaxTotal,
    taxTotal,
    total,
    commissionBps: vendor.commissionBps,
    commissionTotal: commissionOf(lines, vendor.commissionBps),
    placedAt: order.placedAt,
    confirmedAt: order.confirmedAt,
  };
}

/**
 * The commission of lines, rounded once for each rate. It follows the taxed value, which holds what the platform pays of discounts.
 * @param vendorBps of lines whose category has none
 */
function commissionOf(lines: readonly QuoteLine[], vendorBps: number): number {
  const values = new Map<number, number>();
  for (const { item, total, taxTotal, platformDiscount } of lines) {
    const basisPoints = item.commissionBps ?? vendorBps;
    values.set(basisPoints, (values.get(basisPoints) ?? 0) + total - taxTotal + platformDiscount);
  }
  return [...values].reduce((sum, [basisPoints, value]) => sum + halfUpShare(value, basisPoints, 10_000), 0);
}

function draftLine(line: QuoteLine, subOrder: SubOrder, id: string, position: number): OrderLine {
  const { item, unitPrice, originalPrice } = line;
  if (!line.purchasable || unitPrice === null || originalPrice === null)
    throw new Error(`Item ${item.itemId} cannot be bought and must not come into an order`);
  return {
    id,
    orderId: subOrder.orderId,
    subOrderId: subOrder.id,
    vendorId: item.vendorId,
    productId: item.productId,
    variantId: item.variantId,
    position,
    title: item.title,
    variantTitle: item.variantTitle,
    sku: item.sku,
    hsnCode: item.hsnCode,
    gstRate: item.gst.gstRate,
    gstExempt: item.gst.gstExempt,
    weight: item.weight,
    thumbnail: item.thumbnail,
    quantity: item.quantity,
    originalPrice,
    unitPrice,
    lineSubtotal: line.subtotal,
    discountTotal: line.discountTotal,
    platformDiscount: line.platformDiscount,
    taxTotal: line.taxTotal,
    total: line.total,
    taxes: line.taxes,
    shippingShare: line.shippingShare,
    shippingTaxes: line.shippingTaxes,
    discounts: line.discounts,
  };
}
