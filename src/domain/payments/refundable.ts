import type { SubOrderStatus } from '#domain/orders/order.js';

/** A line of a sub-order with what of it has gone back, or is on its way. Amounts in subunits, taxes in them. */
export interface RefundableLine {
  lineId: string;
  variantId: string;
  /** Pieces. */
  quantity: number;
  total: number;
  taxTotal: number;
  refundedAmount: number;
  refundedTax: number;
  refundedPieces: number;
  /** Pieces in returns that are still open: their return refunds them. */
  returningPieces: number;
  /** Pieces that were cancelled before they were sent. */
  cancelledPieces: number;
  /** Pieces that were put back on hand after they were sent. */
  restockedPieces: number;
}

/** A sub-order as far as it can be refunded. */
export interface RefundableSubOrder {
  subOrderId: string;
  vendorId: string;
  status: SubOrderStatus;
  /** Whether it was paid; nothing of another one can go back. */
  paid: boolean;
  shippingTotal: number;
  shippingRefunded: number;
  lines: RefundableLine[];
}

/** What a refund is of: pieces or an amount of a line, or of the shipping where `lineId` is null. */
export interface RefundLine {
  subOrderId: string;
  lineId: string | null;
  quantity: number;
  taxableValue: number;
  tax: number;
  amount: number;
}

export function lineLeft(line: RefundableLine): number {
  return Math.max(line.total - line.refundedAmount, 0);
}

/** Pieces that no refund or open return has. */
export function piecesLeft(line: RefundableLine): number {
  return Math.max(line.quantity - line.refundedPieces - line.returningPieces, 0);
}

export function subOrderLeft(subOrder: RefundableSubOrder): number {
  if (!subOrder.paid) return 0;
  return shippingLeft(subOrder) + subOrder.lines.reduce((sum, line) => sum + lineLeft(line), 0);
}

export function shippingLeft(subOrder: RefundableSubOrder): number {
  return Math.max(subOrder.shippingTotal - subOrder.shippingRefunded, 0);
}
