import { integer, type RowOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** A cash order whose buyer has proven nothing. */
export interface CashOrder {
  orderId: string;
  email: string;
  addressKey: string;
  pieces: number;
  placedAt: Date;
}

/** What one e-mail address or one place has ordered for cash. */
const cashOrderCountsColumns = {
  /** Neither delivered nor cancelled. */
  open: integer,
  /** Pieces of the last 24 hours, cancelled orders apart. */
  pieces: integer,
};
export type CashOrderCounts = RowOf<typeof cashOrderCountsColumns>;

const counted = (column: string) => `select
    count(*) filter (where o.status in ('confirmed', 'partially_fulfilled', 'fulfilled'))::int as open,
    coalesce(sum(c.pieces) filter (where o.status <> 'cancelled' and c.placed_at > now() - interval '1 day'), 0)::int as pieces
  from checkout_cash_orders c join orders o on o.id = c.order_id where c.${column} = ?`;

export function createCashOrdersRepository() {
  return {
    /** Has orders of the same e-mail address or place wait for each other, until the transaction ends, and counts them. */
    async lockAndCount(tx: Tx, email: string, addressKey: string): Promise<CashOrderCounts[]> {
      for (const key of [`cash ${email}`, `cash ${addressKey}`].sort())
        await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]);
      return query(tx, cashOrderCountsColumns)(`${counted('email')} union all ${counted('address_key')}`, [
        email,
        addressKey,
      ]);
    },

    async insert(tx: Tx, order: CashOrder): Promise<void> {
      await tx('checkout_cash_orders').insert(order).onConflict('orderId').ignore();
    },
  };
}
