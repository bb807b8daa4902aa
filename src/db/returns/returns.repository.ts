import { neverPaidSql } from '#db/payments/never-paid-sql.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ReturnLine, ReturnRequest, ReturnStatus } from '#domain/returns/return-request.js';

/** A line of a sub-order with what of it can still be returned. */
export interface ReturnableLine {
  lineId: string;
  variantId: string;
  title: string;
  quantity: number;
  /** Pieces that are neither refunded, nor cancelled, nor in another return, nor in a parcel that goes back. */
  left: number;
  /** Pieces that are neither cancelled nor in another return. */
  unreturned: number;
  returnedQuantity: number;
  cancelledQuantity: number;
  restockedQuantity: number;
}

/** Return requests; each change of state is a conditional update, made under the lock of the order. */
/** Pieces of line `l` that are in a return which was not rejected or cancelled. */
const inReturns = `coalesce((
             select sum(x.quantity) from returns_lines x join returns_requests q on q.id = x.return_id
             where x.line_id = l.id and q.status in ('requested', 'approved', 'received', 'refunded')), 0)`;

export function createReturnsRepository() {
  return {
    async insert(
      tx: Tx,
      {
        lines,
        ...request
      }: Omit<ReturnRequest, 'note' | 'refundId' | 'receivedAt'> & { lines: ReturnLine[] },
    ): Promise<boolean> {
      const inserted = await tx('returns_requests')
        .insert(request)
        .onConflict(
          tx.raw(
            request.shipmentId
              ? '(shipment_id) where shipment_id is not null'
              : "(sub_order_id) where origin = 'carrier' and shipment_id is null",
          ),
        )
        .ignore()
        .returning('id');
      if (inserted.length === 0) return false;
      if (lines.length > 0)
        await tx('returns_lines').insert(lines.map((line) => ({ returnId: request.id, ...line })));
      return true;
    },

    async find(reader: Reader, id: string): Promise<ReturnRequest | undefined> {
      return reader('returns_requests').where({ id }).first() as Promise<ReturnRequest | undefined>;
    },

    /** The return of a parcel that its carrier brings back. */
    async ofParcel(reader: Reader, shipmentId: string): Promise<ReturnRequest | undefined> {
      return reader('returns_requests').where({ shipmentId }).first() as Promise<ReturnRequest | undefined>;
    },

    async linesOf(
      reader: Reader,
      returnId: string,
    ): Promise<(ReturnLine & { variantId: string; title: string })[]> {
      return (await reader('returns_lines as r')
        .join('orders_lines as l', 'l.id', 'r.line_id')
        .where('r.return_id', returnId)
        .orderBy('l.position')
        .select('r.line_id', 'r.quantity', 'r.sellable', 'l.variant_id', 'l.title')) as never;
    },

    /** @returns whether it was in one of these states */
    async move(
      tx: Tx,
      id: string,
      from: readonly ReturnStatus[],
      changes: Partial<Pick<ReturnRequest, 'status' | 'note' | 'refundId' | 'decidedAt' | 'receivedAt'>>,
    ): Promise<boolean> {
      const changed = await tx('returns_requests')
        .where({ id })
        .whereIn('status', [...from])
        .update({ ...changes, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    async setSellable(tx: Tx, returnId: string, lineIds: readonly string[]): Promise<void> {
      await tx.raw('update returns_lines set sellable = line_id = any(?::uuid[]) where return_id = ?', [
        [...lineIds],
        returnId,
      ] as never[]);
    },

    /** The money of a received return went back. */
    async markRefunded(tx: Tx, refundId: string): Promise<void> {
      await tx('returns_requests')
        .where({ id: refundId, status: 'received' })
        .update({ status: 'refunded', updatedAt: tx.fn.now() });
    },

    /** Whether nothing was ever paid for the order of a return. */
    async isUnpaid(tx: Tx, id: string): Promise<boolean> {
      const row = await tx('returns_requests as q')
        .where({ 'q.id': id })
        .whereRaw(neverPaidSql('q.order_id'))
        .first('q.id');
      return row !== undefined;
    },

    /** Returns of an order that were received without a refund; `whole` where all of their sub-order came back. */
    async receivedUnrefunded(
      tx: Tx,
      orderId: string,
    ): Promise<(Pick<ReturnRequest, 'id' | 'subOrderId' | 'reason' | 'refundTo'> & { whole: boolean })[]> {
      return (await tx('returns_requests as q')
        .join('orders_sub_orders as p', 'p.id', 'q.subOrderId')
        .where({ 'q.orderId': orderId, 'q.status': 'received', 'q.origin': 'buyer' })
        .whereNull('q.refundId')
        .orderBy('q.id')
        .select(
          'q.id',
          'q.subOrderId',
          'q.reason',
          'q.refundTo',
          tx.raw(`p.status = 'returned' as whole`),
        )) as never;
    },

    /** The lines of a sub-order; read them under the lock of its order. */
    async returnable(reader: Reader, subOrderId: string): Promise<ReturnableLine[]> {
      const { rows } = await reader.raw<{ rows: ReturnableLine[] }>(
        `select l.id as line_id, l.variant_id, l.title, l.quantity, l.returned_quantity, l.cancelled_quantity,
           l.restocked_quantity,
           (l.quantity - greatest(l.cancelled_quantity, coalesce((
             select sum(rl.quantity) from payments_refund_lines rl join payments_refunds r on r.id = rl.refund_id
             where rl.line_id = l.id and r.status <> 'failed' and r.cause <> 'return'), 0))
           - ${inReturns}
           - coalesce((
             select sum(own.quantity) from shipping_shipments s, jsonb_to_recordset(s.lines) as own("lineId" uuid, quantity integer)
             where s.sub_order_id = l.sub_order_id and s.counted and s.status = 'created' and s.tracking_status = 'returned'
               and own."lineId" = l.id and not exists (select from returns_requests q where q.shipment_id = s.id)), 0)
           )::integer as "left",
           (l.quantity - l.cancelled_quantity - ${inReturns})::integer as unreturned
         from orders_lines l where l.sub_order_id = ? order by l.position`,
        [subOrderId],
      );
      return rows;
    },
  };
}

export type ReturnsRepository = ReturnType<typeof createReturnsRepository>;
