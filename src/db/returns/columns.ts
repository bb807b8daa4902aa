import { boolean, instant, integer, nullable, text, textOf, uuid } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const returnsTables = {
  returns_lines: { returnId: uuid, lineId: uuid, quantity: integer, sellable: nullable(boolean) },
  returns_requests: {
    id: uuid,
    orderId: uuid,
    subOrderId: uuid,
    vendorId: uuid,
    origin: textOf<'buyer' | 'carrier'>(),
    status: textOf<'requested' | 'approved' | 'rejected' | 'cancelled' | 'received' | 'refunded'>(),
    reason: text,
    note: nullable(text),
    refundTo: textOf<'original' | 'store_credit'>(),
    refundId: nullable(uuid),
    decidedAt: nullable(instant),
    receivedAt: nullable(instant),
    createdAt: instant,
    updatedAt: instant,
    shipmentId: nullable(uuid),
  },
};
