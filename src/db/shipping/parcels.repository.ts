import { boolean, nullable, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { SendableLine } from '#domain/shipping/parcel.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { cameBackSql } from './came-back-sql.js';

/** A condition over the parcels `s` of a sub-order that are sent in several and not cancelled; false where there is none. */
async function ofOpen(tx: Tx, subOrderId: string, condition: string): Promise<boolean> {
  const rows = await query(tx, { met: nullable(boolean) })(
    `select ${condition} as met from shipping_shipments s
     where s.sub_order_id = ? and s.counted and s.status in ('creating', 'created')`,
    [subOrderId],
  );
  return rows[0]?.met ?? false;
}

/** Sub-orders that are sent in several parcels. Read and written under the lock of their order. */
export function createParcelsRepository() {
  return {
    async lines(reader: Reader, subOrderId: string): Promise<SendableLine[]> {
      return (await reader('orders_lines')
        .where({ subOrderId })
        .orderBy('position')
        .select(
          'id as lineId',
          'variantId',
          'title',
          'quantity',
          'cancelledQuantity as cancelled',
          'sentQuantity as sent',
          'total',
        )) as SendableLine[];
    },

    /** Whether every piece was sent or cancelled, and no parcel is being created. */
    async isComplete(tx: Tx, subOrderId: string): Promise<boolean> {
      const rows = await query(tx, { complete: boolean })(
        `select not exists (select from orders_lines
             where sub_order_id = ? and sent_quantity + cancelled_quantity < quantity)
           and not exists (select from shipping_shipments where sub_order_id = ? and status = 'creating') as complete`,
        [subOrderId, subOrderId],
      );
      return rows[0]?.complete ?? false;
    },

    /** Whether every parcel has arrived, those left out that go back to their sender; one at least has arrived. */
    allDelivered: (tx: Tx, subOrderId: string): Promise<boolean> =>
      ofOpen(
        tx,
        subOrderId,
        `bool_and(s.status = 'created' and s.tracking_status in ('delivered', 'returned'))
           and bool_or(s.tracking_status = 'delivered')`,
      ),

    /** Those of several parcels that go back to their sender; undefined for a sub-order that is not sent in several. */
    async returning(tx: Tx, subOrderId: string): Promise<Shipment[] | undefined> {
      const all = (await tx('shipping_shipments')
        .where({ subOrderId, counted: true })
        .whereIn('status', ['created', 'cancelled'])
        .orderBy('id')) as Shipment[];
      return all.length > 0 ? all.filter(({ trackingStatus }) => trackingStatus === 'returned') : undefined;
    },

    /** Whether every parcel goes back to its sender, as far as carriers report. */
    allReturning: (tx: Tx, subOrderId: string): Promise<boolean> =>
      ofOpen(tx, subOrderId, `bool_and(s.tracking_status = 'returned')`),

    /** Whether every parcel is back at its sender. */
    allCameBack: (tx: Tx, subOrderId: string): Promise<boolean> =>
      ofOpen(tx, subOrderId, `bool_and(${cameBackSql('s')})`),

    /** Those of the parcels that are back at their sender. */
    async cameBack(reader: Reader, subOrderId: string): Promise<Set<string>> {
      const rows = await query(reader, { id: uuid })(
        `select s.id from shipping_shipments s where s.sub_order_id = ? and s.counted and ${cameBackSql('s')}`,
        [subOrderId],
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** Whether a parcel of a cancelled sub-order is still on its way back. */
    async someAwaited(tx: Tx, subOrderId: string): Promise<boolean> {
      const rows = await query(tx, { awaited: boolean })(
        `select exists (select from shipping_shipments s where s.sub_order_id = ? and s.counted and s.status = 'cancelled'
           and s.provider_id = 'carrier' and s.tracking_status not in ('pending', 'delivered')
           and not ${cameBackSql('s')}) as awaited`,
        [subOrderId],
      );
      return rows[0]?.awaited ?? false;
    },

    /** Sub-orders of an order with a parcel that goes back and is not received yet: whether its cash was taken is not known before. */
    async subOrdersReturning(tx: Tx, orderId: string): Promise<Set<string>> {
      const rows = await query(tx, { subOrderId: uuid })(
        `select s.sub_order_id from shipping_shipments s where s.order_id = ? and s.counted and s.status = 'created'
           and s.tracking_status = 'returned' and not ${cameBackSql('s')}`,
        [orderId],
      );
      return new Set(rows.map(({ subOrderId }) => subOrderId));
    },

    /** The parcels that were made and not cancelled, in the order in which several rows are locked. */
    async sent(reader: Reader, subOrderId: string): Promise<Shipment[]> {
      return (await reader('shipping_shipments')
        .where({ subOrderId, counted: true, status: 'created' })
        .orderBy('id')) as Shipment[];
    },

    /** A person says that a parcel has arrived. @returns whether it was still on its way there */
    async markDelivered(tx: Tx, id: string): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id, counted: true, status: 'created' })
        .whereNotIn('trackingStatus', ['delivered', 'returned'])
        .update({ trackingStatus: 'delivered', updatedAt: tx.fn.now() });
      return changed > 0;
    },
  };
}
