import type { Address } from '#domain/_shared/address.js';
import type { Actor } from '#domain/_shared/context.js';
import type { LineTax } from '#domain/checkout/line-taxes.js';
import type { LineDiscount } from '#domain/discounts/line-discount.js';
import type { DiscountTerms } from '#domain/discounts/discount.js';

export const orderStatuses = [
  'pending_payment',
  'confirmed',
  'partially_fulfilled',
  'fulfilled',
  'delivered',
  'cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const partStatuses = ['pending', 'fulfilled', 'delivered', 'cancelled', 'returned'] as const;
export type PartStatus = (typeof partStatuses)[number];

export const paymentStatuses = ['unpaid', 'paid', 'partially_refunded', 'refunded', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const platforms = ['WEB', 'APP'] as const;
export type OrderPlatform = (typeof platforms)[number];

/** Why an order was cancelled, as `cancelReason` keeps it; an unpaid one alone can come back to life. */
export const PAYMENT_WINDOW_ENDED = 'payment_window_ended';
export const CANCELLED_BY_BUYER = 'cancelled_by_buyer';

/** An order. Amounts in subunits of `currency`. */
export interface Order {
  id: string;
  orderNumber: string;
  userId: string;
  cartId: string;
  /** Placed without an account. */
  guest: boolean;
  email: string;
  customerName: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** Of the attempt that was chosen last. */
  paymentProviderId: string;
  paymentMethod: string;
  platform: OrderPlatform;
  currency: string;
  subtotal: number;
  discountTotal: number;
  shippingTotal: number;
  taxTotal: number;
  grandTotal: number;
  refundedTotal: number;
  pricesIncludeTax: boolean;
  shippingAddress: Address;
  billingAddress: Address;
  cancelReason: string | null;
  /** An order still unpaid at this instant is released; null where nothing has to be paid in advance. */
  expiresAt: Date | null;
  /** What the stock movements of its reservation refer to; null while it holds no stock. */
  reservationId: string | null;
  placedAt: Date;
  confirmedAt: Date | null;
  paidAt: Date | null;
  cancelledAt: Date | null;
}

/** What one vendor has to ship of an order. */
export interface OrderPart {
  id: string;
  orderId: string;
  vendorId: string;
  status: PartStatus;
  vendorName: string;
  subtotal: number;
  discountTotal: number;
  shippingTotal: number;
  taxTotal: number;
  total: number;
  /** Basis points, frozen at the sale. */
  commissionBps: number;
  /** Subunits: the rate on the merchandise after discounts, without taxes and shipping. */
  commissionTotal: number;
  placedAt: Date;
  confirmedAt: Date | null;
}

/** A line as it was bought: nothing of it follows later changes of the product. */
export interface OrderLine {
  id: string;
  orderId: string;
  orderVendorId: string;
  vendorId: string;
  productId: string;
  variantId: string;
  /** Counts through the whole order, from 0. */
  position: number;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  hsnCode: string | null;
  /** Grams of a piece. */
  weight: number | null;
  thumbnail: string | null;
  quantity: number;
  /** The price without the special price. */
  originalPrice: number;
  unitPrice: number;
  lineSubtotal: number;
  discountTotal: number;
  taxTotal: number;
  total: number;
  taxes: LineTax[];
  /** What each coupon took off the line. */
  discounts: LineDiscount[];
  /** Pieces that came back in returns; none when undefined. */
  returnedQuantity?: number;
}

/** A coupon as it was applied: nothing of it follows later changes of the discount. Amounts in subunits. */
export interface OrderDiscount {
  orderId: string;
  /** The order of adding, from 0. */
  position: number;
  discountId: string;
  code: string;
  name: string;
  /** What it took off the items. */
  amount: number;
  /** Shipping that it waived; not part of `amount`. */
  waivedShipping: number;
  terms: DiscountTerms;
}

/** An order about to be written, whole. */
export interface NewOrder {
  order: Order;
  parts: OrderPart[];
  lines: OrderLine[];
  discounts: OrderDiscount[];
}

/** One step of an order's life. `event` is the name of the step, `order.confirmed`. */
export interface TimelineEntry {
  orderId: string;
  orderVendorId?: string | null;
  event: string;
  fromStatus?: string | null;
  toStatus?: string | null;
  note?: string | null;
  actor: Actor;
}
