import type { LineTax } from '#domain/checkout/line-taxes.js';
import type { SubOrderStatus } from '#domain/orders/order.js';

/** What the buyer paid for something, with what of it has gone back, or is on its way. Amounts in subunits, taxes in them. */
export interface RefundableAmount {
  total: number;
  /** What the platform paid of it besides: it goes back to the platform with the refunds of the buyer. */
  platformDiscount?: number;
  taxes: LineTax[];
  refundedAmount: number;
  /** Of `platformDiscount`. */
  refundedDiscount?: number;
  /** In the order of `taxes`. */
  refundedTaxes: number[];
}

/** A line of a sub-order. */
export interface RefundableLine extends RefundableAmount {
  lineId: string;
  variantId: string;
  /** Pieces. */
  quantity: number;
  refundedPieces: number;
  /** Pieces in returns that are still open: their return refunds them. */
  returningPieces: number;
  /** Pieces that were cancelled before they were sent. */
  cancelledPieces: number;
  /** Pieces that were put back on hand after they were sent. */
  restockedPieces: number;
  /** Pieces in parcels of a sub-order that is sent in several; none when undefined. */
  sentPieces?: number;
}

export interface RefundableShipping extends RefundableAmount {
  /** The line that it is taxed with; null for shipping without tax. */
  shippingLineId: string | null;
}

/** A sub-order as far as it can be refunded. */
export interface RefundableSubOrder {
  subOrderId: string;
  vendorId: string;
  status: SubOrderStatus;
  /** Whether it was paid; nothing of another one can go back. */
  paid: boolean;
  /** What the buyer paid for shipping: a share for each line that it is taxed with, and what is not taxed. */
  shipping: RefundableShipping[];
  lines: RefundableLine[];
}

/** What a refund is of: pieces or an amount of a line, or of the shipping where `lineId` is null. */
export interface RefundLine {
  subOrderId: string;
  lineId: string | null;
  /** Of shipping: the line that it is taxed with. */
  shippingLineId: string | null;
  quantity: number;
  taxableValue: number;
  tax: number;
  /** What `tax` is made of, in the order of the line's taxes; null for refunds made before this was kept. */
  taxes: LineTax[] | null;
  /** What the platform takes back of its part of a discount; with `amount` it is the value of the supply that is reversed. */
  platformDiscount: number;
  amount: number;
}

export function amountLeft({ total, refundedAmount }: RefundableAmount): number {
  return Math.max(total - refundedAmount, 0);
}

/** Pieces that no refund or open return has. */
export function piecesLeft(line: RefundableLine): number {
  return Math.max(line.quantity - line.refundedPieces - line.returningPieces, 0);
}

export function subOrderLeft(subOrder: RefundableSubOrder): number {
  if (!subOrder.paid) return 0;
  return [...subOrder.shipping, ...subOrder.lines].reduce((sum, item) => sum + amountLeft(item), 0);
}
