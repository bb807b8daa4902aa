import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  number,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
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

export const subOrderStatuses = ['pending', 'fulfilled', 'delivered', 'cancelled', 'returned'] as const;
export type SubOrderStatus = (typeof subOrderStatuses)[number];

export const paymentStatuses = ['unpaid', 'paid', 'partially_refunded', 'refunded', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const platforms = ['WEB', 'APP'] as const;
export type OrderPlatform = (typeof platforms)[number];

/** Why an order was cancelled, as `cancelReason` keeps it; an unpaid one alone can come back to life. */
export const PAYMENT_WINDOW_ENDED = 'payment_window_ended';
export const CANCELLED_BY_BUYER = 'cancelled_by_buyer';
export const CANCELLED_BY_OPERATOR = 'cancelled_by_operator';

/** An order. Amounts in subunits of `currency`. */
export const orderColumns = {
  id: uuid,
  orderNumber: text,
  userId: uuid,
  cartId: uuid,
  /** Placed without an account. */
  guest: boolean,
  email: text,
  customerName: text,
  /** Language of mails, BCP 47; null for that of the account. */
  locale: nullable(text),
  status: textOf<OrderStatus>(),
  paymentStatus: textOf<PaymentStatus>(),
  /** Of the attempt that was chosen last. */
  paymentProviderId: text,
  paymentMethod: text,
  platform: textOf<OrderPlatform>(),
  currency: text,
  subtotal: integer,
  discountTotal: integer,
  shippingTotal: integer,
  taxTotal: integer,
  grandTotal: integer,
  /** What of it the buyer pays with store credit. */
  storeCredit: integer,
  refundedTotal: integer,
  pricesIncludeTax: boolean,
  shippingAddress: jsonOf<Address>(),
  billingAddress: jsonOf<Address>(),
  /** GST code of the state of supply, frozen with the order; null for goods that leave India. */
  placeOfSupply: nullable(text),
  cancelReason: nullable(text),
  /** An order still unpaid at this instant is released; null where nothing has to be paid in advance. */
  expiresAt: nullable(instant),
  /** What the stock movements of its reservation refer to; null while it holds no stock. */
  reservationId: nullable(uuid),
  placedAt: instant,
  confirmedAt: nullable(instant),
  paidAt: nullable(instant),
  cancelledAt: nullable(instant),
} as const satisfies Columns;

export type Order = RowOf<typeof orderColumns>;

/** What one vendor has to ship of an order. */
export const subOrderColumns = {
  id: uuid,
  orderId: uuid,
  vendorId: uuid,
  status: textOf<SubOrderStatus>(),
  vendorName: text,
  subtotal: integer,
  discountTotal: integer,
  /** The part of `discountTotal` that the platform pays: it is taxed, and credited to the vendor. */
  platformDiscount: integer,
  shippingTotal: integer,
  /** Taxes of shipping: on top of `shippingTotal`, or in it where prices contain the taxes. Part of `taxTotal`. */
  shippingTaxTotal: integer,
  taxTotal: integer,
  total: integer,
  /** Its share of the store credit of the order, less what went back before its cash was taken. */
  storeCredit: integer,
  /** Basis points, frozen at the sale. */
  commissionBps: integer,
  /** Subunits: the rate on the merchandise after the discounts that the vendor bears, without taxes and shipping. */
  commissionTotal: integer,
  placedAt: instant,
  confirmedAt: nullable(instant),
} as const satisfies Columns;

export type SubOrder = RowOf<typeof subOrderColumns>;

/** A line as it was bought: nothing of it follows later changes of the product. */
export const orderLineColumns = {
  id: uuid,
  orderId: uuid,
  subOrderId: uuid,
  vendorId: uuid,
  productId: uuid,
  variantId: uuid,
  /** Counts through the whole order, from 0. */
  position: integer,
  title: text,
  variantTitle: nullable(text),
  sku: nullable(text),
  hsnCode: nullable(text),
  /** Percent of GST that the product or its HSN code named; null where the list of the vendor applied. */
  gstRate: nullable(number),
  gstExempt: boolean,
  /** Grams of a piece. */
  weight: nullable(integer),
  thumbnail: nullable(text),
  quantity: integer,
  /** The price without the special price. */
  originalPrice: integer,
  unitPrice: integer,
  lineSubtotal: integer,
  discountTotal: integer,
  /** The part of `discountTotal` that the platform pays. */
  platformDiscount: integer,
  taxTotal: integer,
  total: integer,
  taxes: jsonOf<LineTax[]>(),
  /** Of the sub-order's shipping that is taxed with the line, on the same side of tax as prices. */
  shippingShare: integer,
  /** Taxes of that share; not part of `taxTotal` and `total`. */
  shippingTaxes: jsonOf<LineTax[]>(),
  /** What each coupon took off the line. */
  discounts: jsonOf<LineDiscount[]>(),
} as const satisfies Columns;

export interface OrderLine extends RowOf<typeof orderLineColumns> {
  /** Pieces that came back in returns; none when undefined. */
  returnedQuantity?: number;
  /** Pieces in parcels, where the sub-order is sent in several; none when undefined. */
  sentQuantity?: number;
  /** Pieces that were cancelled before they were sent; none when undefined. */
  cancelledQuantity?: number;
}

/** A coupon as it was applied: nothing of it follows later changes of the discount. Amounts in subunits. */
export const orderDiscountColumns = {
  orderId: uuid,
  /** The order of adding, from 0. */
  position: integer,
  discountId: uuid,
  code: text,
  name: text,
  /** What it took off the items. */
  amount: integer,
  /** Shipping that it waived; not part of `amount`. */
  waivedShipping: integer,
  terms: jsonOf<DiscountTerms>(),
} as const satisfies Columns;

export type OrderDiscount = RowOf<typeof orderDiscountColumns>;

/** An order about to be written, whole. */
export interface NewOrder {
  order: Order;
  subOrders: SubOrder[];
  lines: OrderLine[];
  discounts: OrderDiscount[];
}

/** One step of an order's life. `event` is the name of the step, `order.confirmed`. */
export interface TimelineEntry {
  orderId: string;
  subOrderId?: string | null;
  event: string;
  fromStatus?: string | null;
  toStatus?: string | null;
  note?: string | null;
  actor: Actor;
}
