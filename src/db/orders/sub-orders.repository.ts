import { integer, uuid } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Order, SubOrder, OrderStatus, SubOrderStatus } from '#domain/orders/order.js';

/** A sub-order with what its moves have left on it. */
export interface SubOrderRow extends SubOrder {
  fulfilledAt: Date | null;
  deliveredAt: Date | null;
  cancelledAt: Date | null;
  cancelReason: string | null;
  awaitingReturn: boolean;
  /** What was cancelled of it before its cash was taken, in subunits. */
  cancelledTotal: number;
}

/** An order that is locked, with its sub-orders as they are while it is. */
export interface LockedSubOrders {
  order: Order;
  subOrders: SubOrderRow[];
}

/** Moves sub-orders: each move is a conditional update of one row, made under the lock of its order. */
export function createSubOrdersRepository() {
  async function move(
    tx: Tx,
    id: string,
    from: readonly SubOrderStatus[],
    changes: Record<string, unknown>,
  ): Promise<boolean> {
    const changed = await tx('orders_sub_orders')
      .where({ id })
      .whereIn('status', [...from])
      .update({ ...changes, updatedAt: tx.fn.now() });
    return changed > 0;
  }

  return {
    /** The order that a sub-order belongs to; undefined for another vendor's. */
    async orderIdOf(reader: Reader, id: string, vendorId?: string): Promise<string | undefined> {
      const row = (await reader('orders_sub_orders')
        .where({ id, ...(vendorId ? { vendorId } : {}) })
        .first('orderId')) as { orderId: string } | undefined;
      return row?.orderId;
    },

    /** Locks the order, the first lock of every move, and reads its sub-orders behind it. */
    async lock(tx: Tx, orderId: string): Promise<LockedSubOrders | undefined> {
      const order = (await tx('orders').where({ id: orderId }).forUpdate().first()) as Order | undefined;
      if (!order) return undefined;
      const subOrders = (await tx('orders_sub_orders').where({ orderId }).orderBy('id')) as SubOrderRow[];
      return { order, subOrders };
    },

    fulfil: (tx: Tx, id: string, at: Date) =>
      move(tx, id, ['pending'], { status: 'fulfilled', fulfilledAt: at }),

    deliver: (tx: Tx, id: string, at: Date) =>
      move(tx, id, ['fulfilled'], { status: 'delivered', deliveredAt: at }),

    /** A parcel that was to go back has arrived after all: the time for returns begins with it. */
    async renewDelivery(tx: Tx, id: string, at: Date): Promise<void> {
      await tx('orders_sub_orders')
        .where({ id, status: 'delivered' })
        .update({ deliveredAt: at, updatedAt: tx.fn.now() });
    },

    cancel: (tx: Tx, id: string, details: { at: Date; reason: string; awaitingReturn: boolean }) =>
      move(tx, id, ['pending', 'fulfilled'], {
        status: 'cancelled',
        cancelledAt: details.at,
        cancelReason: details.reason,
        awaitingReturn: details.awaitingReturn,
      }),

    markReturned: (tx: Tx, id: string, at: Date) =>
      move(tx, id, ['fulfilled', 'delivered'], { status: 'returned', returnedAt: at }),

    /** The pieces of a cancelled sub-order came back. @returns whether they were still awaited */
    async receiveAwaited(tx: Tx, id: string, at: Date): Promise<boolean> {
      const changed = await tx('orders_sub_orders')
        .where({ id, status: 'cancelled', awaitingReturn: true })
        .update({ awaitingReturn: false, returnedAt: at, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** The status of a confirmed order, as its sub-orders have it. */
    async setOrderStatus(
      tx: Tx,
      orderId: string,
      to: { status: OrderStatus; cancelReason?: string; at: Date },
    ): Promise<void> {
      const { status, cancelReason, at } = to;
      const cancelled = status === 'cancelled';
      await tx('orders')
        .where({ id: orderId })
        .whereNotIn('status', ['pending_payment', 'cancelled'])
        .update({
          status,
          ...(cancelled ? { cancelReason, cancelledAt: at, reservationId: null } : {}),
          updatedAt: tx.fn.now(),
        });
    },

    /** Marks all pieces of a sub-order that are not on hand as put back. @returns them */
    async takeSentPieces(tx: Tx, subOrderId: string): Promise<{ variantId: string; quantity: number }[]> {
      return query(tx, { variantId: uuid, quantity: integer })(
        `update orders_lines l set restocked_quantity = l.quantity - l.cancelled_quantity
         from (select id, quantity - cancelled_quantity - restocked_quantity as sent from orders_lines
               where sub_order_id = ?) before
         where l.id = before.id and before.sent > 0
         returning l.variant_id, before.sent as quantity`,
        [subOrderId],
      );
    },

    /** Counts pieces of lines as cancelled before they were sent, put back on hand, or returned. */
    async countPieces(
      tx: Tx,
      column: 'cancelled_quantity' | 'restocked_quantity' | 'returned_quantity',
      pieces: readonly { lineId: string; quantity: number }[],
    ): Promise<void> {
      await tx.raw(
        `update orders_lines l set ${column} = l.${column} + given.quantity
         from jsonb_to_recordset(?::jsonb) as given(line_id uuid, quantity integer) where l.id = given.line_id`,
        [JSON.stringify(pieces.map(({ lineId, quantity }) => ({ line_id: lineId, quantity })))],
      );
    },

    /** Counts pieces as sent. @returns false, with nothing usable written, where one of them is not left */
    async countSent(
      tx: Tx,
      subOrderId: string,
      pieces: readonly { lineId: string; quantity: number }[],
    ): Promise<boolean> {
      const rowCount = await execute(
        tx,
        `update orders_lines l set sent_quantity = l.sent_quantity + given.quantity
         from jsonb_to_recordset(?::jsonb) as given("lineId" uuid, quantity integer)
         where l.id = given."lineId" and l.sub_order_id = ?
           and l.sent_quantity + given.quantity <= l.quantity - l.cancelled_quantity`,
        [JSON.stringify(pieces), subOrderId],
      );
      return rowCount === pieces.length;
    },

    /** Takes the pieces of a parcel that was not made out of the count. */
    async uncountSent(tx: Tx, pieces: readonly { lineId: string; quantity: number }[]): Promise<void> {
      await tx.raw(
        `update orders_lines l set sent_quantity = l.sent_quantity - given.quantity
         from jsonb_to_recordset(?::jsonb) as given("lineId" uuid, quantity integer) where l.id = given."lineId"`,
        [JSON.stringify(pieces)],
      );
    },

    /** Whether every piece of a sub-order was cancelled. */
    async isEmpty(tx: Tx, subOrderId: string): Promise<boolean> {
      const left = (await tx('orders_lines')
        .where({ subOrderId })
        .whereRaw('cancelled_quantity < quantity')
        .first('id')) as { id: string } | undefined;
      return left === undefined;
    },

    /** The rest of a sub-order was cancelled; what was sent of it goes on. */
    async setRestCancelled(tx: Tx, id: string, cancelReason: string): Promise<void> {
      await tx('orders_sub_orders').where({ id }).update({ cancelReason, updatedAt: tx.fn.now() });
    },

    /** Takes away its share of store credit, at most so much. @returns what was taken */
    async takeStoreCredit(tx: Tx, subOrderId: string, most: number): Promise<number> {
      const rows = await query(tx, { taken: integer })(
        `update orders_sub_orders s set store_credit = s.store_credit - least(s.store_credit, ?), updated_at = now()
         from (select id, store_credit from orders_sub_orders where id = ? for update) before
         where s.id = before.id returning before.store_credit - s.store_credit as taken`,
        [most, subOrderId],
      );
      return Number(rows[0]?.taken ?? 0);
    },

    /** Subunits of pieces that were cancelled before their cash was taken. */
    async addCancelledTotal(tx: Tx, id: string, amount: number): Promise<void> {
      await tx('orders_sub_orders').where({ id }).increment('cancelledTotal', amount);
    },

    /** The variants of a sub-order, each once. */
    async variantIds(tx: Tx, subOrderId: string): Promise<string[]> {
      const rows = (await tx('orders_lines').where({ subOrderId }).distinct('variantId')) as {
        variantId: string;
      }[];
      return rows.map((row) => row.variantId);
    },
  };
}

export type SubOrdersRepository = ReturnType<typeof createSubOrdersRepository>;
