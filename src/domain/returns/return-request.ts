import type { RefundTarget } from '#domain/payments/payment.js';
import type { ReturnPickup } from '#domain/shipping/pickup.js';

export const returnStatuses = [
  'requested',
  'approved',
  'rejected',
  'cancelled',
  'received',
  'refunded',
] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

export const returnOrigins = ['buyer', 'carrier'] as const;
export type ReturnOrigin = (typeof returnOrigins)[number];

export interface ReturnLine {
  lineId: string;
  /** Pieces. */
  quantity: number;
  /** Whether it went back on hand; null until it is received. */
  sellable: boolean | null;
}

/** Pieces of a sub-order that come back. */
export interface ReturnRequest {
  id: string;
  orderId: string;
  subOrderId: string;
  vendorId: string;
  origin: ReturnOrigin;
  /** The parcel that its carrier brings back, of a sub-order that is sent in several; null elsewhere. */
  shipmentId: string | null;
  status: ReturnStatus;
  reason: string;
  note: string | null;
  /** Where the buyer wants the refund. */
  refundTo: RefundTarget;
  refundId: string | null;
  decidedAt: Date | null;
  receivedAt: Date | null;
  createdAt: Date;
}

/** How far the refund of a return is; `due` where its provider sends back no amount so small, until it is paid another way. */
export const returnRefundStatuses = ['pending', 'processed', 'failed', 'due'] as const;

export interface ListedReturn extends ReturnRequest {
  /** Null where no courier collects it. */
  pickup: ReturnPickup | null;
  orderNumber: string;
  refundStatus: (typeof returnRefundStatuses)[number] | null;
  lines: (ReturnLine & { title: string; variantTitle: string | null; sku: string | null })[];
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Until when the pieces of a sub-order can be asked to be taken back. */
export function returnableUntil(deliveredAt: Date, windowDays: number): Date {
  return new Date(deliveredAt.getTime() + windowDays * DAY_MS);
}
