import { boolean, integer, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import { insertTogether } from '#db/kernel/bulk-write.js';
import { isUniqueViolation } from '#db/kernel/database-error.js';
import type { NewPayment } from '#db/payments/payments.repository.js';
import { offeredSql, seenBySql, vendorSellsSql } from '#db/products/offered-sql.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import {
  type NewOrder,
  type Order,
  type OrderStatus,
  PAYMENT_WINDOW_ENDED,
  type PaymentStatus,
  type TimelineEntry,
} from '#domain/orders/order.js';
import {
  firstPayments,
  orders,
  ordersDiscounts,
  ordersLines,
  ordersTimeline,
  ordersSubOrders,
} from './order-tables.js';

const offered = offeredSql({ product: 'p', variant: 'pv' }, 'now.at', seenBySql('p', 'o.user_id'));

/** Orders of guests with the e-mail address of an account that has verified it and is not banned, compared normalised. */
const claimable = `accounts_users u join orders o on o.guest and lower(btrim(o.email)) = lower(btrim(u.email))
  where u.id = ? and u.email_verified and not u.is_anonymous and u.banned_at is null`;

/** An order that went from a guest to an account. */
const claimedOrderColumns = {
  orderId: uuid,
  orderNumber: text,
  /** Subunits. */
  grandTotal: integer,
  currency: text,
  formerUserId: uuid,
};
export type ClaimedOrder = RowOf<typeof claimedOrderColumns>;

/**
 * Writes orders. Every change of state is a conditional update: of all who want to change an order at the same time,
 * exactly one finds it as it has to be.
 */
export function createOrderWriteRepository() {
  return {
    /**
     * Writes new orders with their sub-orders and lines, and what else belongs to them from the beginning, in one statement.
     * A number that is taken shows with the next statement of the transaction, as an error for `isOrderNumberConflict`.
     */
    async insertAll(
      tx: Tx,
      written: readonly NewOrder[],
      { payments = [], steps = [] }: { payments?: NewPayment[]; steps?: TimelineEntry[] } = {},
    ): Promise<void> {
      const subOrders = [
        { table: orders, rows: written.map(({ order }) => order) },
        { table: ordersSubOrders, rows: written.flatMap((item) => item.subOrders) },
        { table: ordersLines, rows: written.flatMap((item) => item.lines) },
        { table: ordersDiscounts, rows: written.flatMap((item) => item.discounts) },
        { table: firstPayments, rows: payments },
        { table: ordersTimeline, rows: steps },
      ];
      await insertTogether(tx, subOrders);
    },

    /** Locks the order, which is always the first lock of a transaction that changes it or its payments. */
    async lock(tx: Tx, orderId: string): Promise<Order | undefined> {
      return tx('orders').where({ id: orderId }).forUpdate().first() as Promise<Order | undefined>;
    },

    async state(
      reader: Reader,
      orderId: string,
    ): Promise<Pick<Order, 'status' | 'expiresAt' | 'confirmedAt'> | undefined> {
      return reader('orders').where({ id: orderId }).first('status', 'expiresAt', 'confirmedAt');
    },

    /** The lines of an order as far as its stock is concerned. */
    async reservable(tx: Tx, orderId: string): Promise<{ variantId: string; quantity: number }[]> {
      return tx('orders_lines').where({ orderId }).select('variantId', 'quantity');
    },

    /** Whether every line of the order could be bought now, stock apart: by the rule of quotes. */
    async stillOffered(tx: Tx, orderId: string, now: Date): Promise<boolean> {
      const rows = await query(tx, { offered: boolean })(
        `select bool_and(coalesce(${vendorSellsSql('v')} and ${offered}, false)) as offered
         from (select ?::timestamptz as at) as now
         cross join orders_lines l join orders o on o.id = l.order_id join vendors v on v.id = l.vendor_id
         left join products_variants pv on pv.id = l.variant_id
         left join products p on p.id = pv.product_id
         where l.order_id = ?`,
        [now, orderId],
      );
      return rows[0]?.offered === true;
    },

    /**
     * Confirms an order that waits, or one that was released and holds stock again: what went back before was not of the
     * payment that it has now. @returns whether it did
     */
    async confirm(
      tx: Tx,
      orderId: string,
      details: { at: Date; paidAt: Date | null; reinstatedWith?: string },
    ): Promise<boolean> {
      const { at, paidAt, reinstatedWith = null } = details;
      const rowCount = await execute(
        tx,
        `with confirmed as (
           update orders set status = 'confirmed', confirmed_at = ?, payment_status = ?, paid_at = ?, expires_at = null,
             refunded_total = 0,
             reservation_id = coalesce(?, reservation_id), cancel_reason = null, cancelled_at = null, updated_at = now()
           where id = ? and case when ?::boolean then status = 'cancelled' and cancel_reason = ?
             else status = 'pending_payment' end
           returning id
         )
         update orders_sub_orders set status = 'pending', confirmed_at = ?, cancelled_at = null, cancel_reason = null, updated_at = now()
         from confirmed where order_id = confirmed.id`,
        [
          at,
          paidAt ? 'paid' : 'unpaid',
          paidAt,
          reinstatedWith,
          orderId,
          reinstatedWith !== null,
          PAYMENT_WINDOW_ENDED,
          at,
        ],
      );
      return rowCount > 0;
    },

    /** Cancels an order of whose sub-orders none has moved, except those that were cancelled before. @returns whether it did */
    async cancel(
      tx: Tx,
      orderId: string,
      details: {
        from: OrderStatus[];
        reason: string;
        at: Date;
        paymentStatus?: PaymentStatus;
        expired?: boolean;
      },
    ): Promise<boolean> {
      const updated = await tx('orders')
        .where({ id: orderId })
        .whereIn('status', details.from)
        .where((condition) => {
          if (details.expired) void condition.where('expiresAt', '<=', tx.fn.now());
        })
        .whereNotExists(
          tx('orders_sub_orders')
            .where({ orderId })
            .whereNotIn('status', ['pending', 'cancelled'])
            .select(tx.raw('1')),
        )
        // Nor while one of them has pieces in a parcel: it is pending until the last of them is sent.
        .whereNotExists(
          tx('orders_lines').where({ orderId }).where('sentQuantity', '>', 0).select(tx.raw('1')),
        )
        .update({
          status: 'cancelled',
          cancelReason: details.reason,
          cancelledAt: details.at,
          reservationId: null,
          expiresAt: null,
          paymentStatus: details.paymentStatus,
          updatedAt: tx.fn.now(),
        });
      if (updated === 0) return false;
      await tx('orders_sub_orders').where({ orderId, status: 'pending' }).update({
        status: 'cancelled',
        cancelledAt: details.at,
        cancelReason: details.reason,
        updatedAt: tx.fn.now(),
      });
      return true;
    },

    /** Notes cash that arrived for a confirmed order. @returns false when it was paid before */
    async markPaid(tx: Tx, orderId: string, at: Date): Promise<boolean> {
      const updated = await tx('orders')
        .where({ id: orderId, paymentStatus: 'unpaid' })
        .whereNotIn('status', ['pending_payment', 'cancelled'])
        .update({ paymentStatus: 'paid', paidAt: at, updatedAt: tx.fn.now() });
      return updated > 0;
    },

    /** The latest attempt to pay an order that waits: with whom, and how it went. */
    async setPayment(
      tx: Tx,
      orderId: string,
      payment: { paymentStatus: 'unpaid' | 'failed'; paymentProviderId?: string; paymentMethod?: string },
    ): Promise<void> {
      await tx('orders')
        .where({ id: orderId, status: 'pending_payment' })
        .update({ ...payment, updatedAt: tx.fn.now() });
    },

    /** Adds money that went back. What was charged beyond the total never counts for the order. */
    async addRefunded(tx: Tx, orderId: string, amount: number): Promise<void> {
      await tx.raw(
        `update orders set refunded_total = least(refunded_total + ?, grand_total), updated_at = now(),
           payment_status = case when refunded_total + ? >= grand_total then 'refunded' else 'partially_refunded' end
         where id = ?`,
        [amount, amount, orderId],
      );
    },

    /** Gives a guest's orders to the user that the guest turned out to be. */
    async adoptFromGuest(tx: Tx, guestId: string, userId: string): Promise<void> {
      await tx('orders').where({ userId: guestId }).update({ userId, guest: false, updatedAt: tx.fn.now() });
    },

    /** Whether guests placed orders with the e-mail address that the user has verified. */
    async hasClaimable(reader: Reader, userId: string): Promise<boolean> {
      const found = await execute(reader, `select 1 from ${claimable} limit 1`, [userId]);
      return found > 0;
    },

    /**
     * Gives the user the orders of guests with the e-mail address that the user has verified, the latest first. Of
     * simultaneous claims each order goes to one: the others find it without `guest`.
     */
    async claimOfGuests(tx: Tx, userId: string, limit: number): Promise<ClaimedOrder[]> {
      return query(tx, claimedOrderColumns)(
        `with wanted as materialized (
           select o.id from ${claimable} order by o.placed_at desc, o.id desc limit ? for update of o
         )
         update orders o set user_id = ?, guest = false, updated_at = now()
         from wanted where o.id = wanted.id and o.guest
         returning o.id as order_id, o.order_number, o.grand_total, o.currency, old.user_id as former_user_id`,
        [userId, limit, userId],
      );
    },

    /** Appends steps to the timeline; it is never changed. */
    async appendToTimeline(tx: Tx, entries: TimelineEntry[]): Promise<void> {
      if (entries.length === 0) return;
      await tx('orders_timeline').insert(
        entries.map((entry) => ({ ...entry, actor: JSON.stringify(entry.actor) })),
      );
    },
  };
}

/** Whether an order was refused because another one has its number. */
export function isOrderNumberConflict(error: unknown): boolean {
  return isUniqueViolation(error, 'orders_order_number_key');
}

export type OrderWriteRepository = ReturnType<typeof createOrderWriteRepository>;
