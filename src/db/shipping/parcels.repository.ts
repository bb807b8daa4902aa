import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { SendableLine } from '#domain/shipping/parcel.js';
import type { Shipment } from '#domain/shipping/shipment.js';

/** Sub-orders that are sent in several parcels. Read and written under the lock of their order. */
export function createParcelsRepository() {
  return {
    async lines(reader: Reader, subOrderId: string): Promise<SendableLine[]> {
      return (await reader('orders_lines')
        .where({ subOrderId })
        .orderBy('position')
        .select(
          ...['id as lineId', 'variantId', 'title', 'quantity'],
          ...['cancelledQuantity as cancelled', 'sentQuantity as sent', 'total'],
        )) as SendableLine[];
    },

    /** Whether every piece was sent or cancelled, and no parcel is being created. */
    async isComplete(tx: Tx, subOrderId: string): Promise<boolean> {
      const { rows } = await tx.raw<{ rows: { complete: boolean }[] }>(
        `select not exists (select from orders_lines
             where sub_order_id = ? and sent_quantity + cancelled_quantity < quantity)
           and not exists (select from shipping_shipments where sub_order_id = ? and status = 'creating') as complete`,
        [subOrderId, subOrderId],
      );
      return rows[0]?.complete ?? false;
    },

    /** Whether every parcel has arrived. */
    async allDelivered(tx: Tx, subOrderId: string): Promise<boolean> {
      const { rows } = await tx.raw<{ rows: { delivered: boolean | null }[] }>(
        `select bool_and(status = 'created' and tracking_status = 'delivered') as delivered from shipping_shipments
         where sub_order_id = ? and counted and status in ('creating', 'created')`,
        [subOrderId],
      );
      return rows[0]?.delivered ?? false;
    },

    /** The parcels that were made and not cancelled, in the order in which several rows are locked. */
    async sent(reader: Reader, subOrderId: string): Promise<Shipment[]> {
      return (await reader('shipping_shipments')
        .where({ subOrderId, counted: true, status: 'created' })
        .orderBy('id')) as Shipment[];
    },

    /** A person says that a parcel has arrived. @returns whether it was still on its way */
    async markDelivered(tx: Tx, id: string): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id, counted: true, status: 'created' })
        .whereNot({ trackingStatus: 'delivered' })
        .update({ trackingStatus: 'delivered', updatedAt: tx.fn.now() });
      return changed > 0;
    },
  };
}
