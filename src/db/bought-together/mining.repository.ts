import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { StreamingConnection } from '#db/kernel/streaming-connection.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { miningRules, type MiningSlice, type MiningState } from '#domain/bought-together/mining-rules.js';

/** Products of confirmed orders, each once for an order; lines of cancelled sub-orders are left out. */
const baskets = `
  select o.id as order_id, line.product_id, count(*) over (partition by o.id) as size
  from orders o
  join orders_sub_orders sub_order on sub_order.order_id = o.id and sub_order.status <> 'cancelled'
  join orders_lines line on line.sub_order_id = sub_order.id and line.product_id is not null
  where o.confirmed_at >= ? and o.confirmed_at < ? and o.status <> 'cancelled'
  group by o.id, line.product_id`;

/** Rows of a mining are its own: one that was given up disturbs nobody. */
export function createMiningRepository() {
  return {
    /** Makes room for a mining: what earlier ones have left is removed. */
    async begin(tx: Tx, miningId: string): Promise<void> {
      const left: unknown = await tx('bought_together_slices').whereNot({ miningId }).first('day');
      const counted: unknown = await tx('bought_together_counts').whereNot({ miningId }).first('miningId');
      if (left || counted) await tx.raw('truncate bought_together_slices, bought_together_counts');
    },

    /** When the first order from an instant on was confirmed; null where there is none. */
    async firstConfirmed(reader: Reader, from: Date): Promise<Date | null> {
      const row = await reader('orders')
        .where('confirmedAt', '>=', from)
        .min({ first: 'confirmedAt' })
        .first();
      return row?.first ?? null;
    },

    async countedDays(reader: Reader, miningId: string): Promise<string[]> {
      const rows = await query(reader, { day: text })(
        `select to_char(day, 'YYYY-MM-DD') as day from bought_together_slices where mining_id = ?`,
        [miningId],
      );
      return rows.map(({ day }) => day);
    },

    /** Counts the orders of a slice, unless that is done already. */
    async countSlice(tx: Tx, miningId: string, { day, from, to }: MiningSlice): Promise<void> {
      const checkpoint = await tx('bought_together_slices')
        .insert({ miningId, day })
        .onConflict(['miningId', 'day'])
        .ignore()
        .returning('day');
      if (checkpoint.length === 0) return;
      await tx.raw(
        `with baskets as materialized (${baskets}), counted as (
           insert into bought_together_counts (mining_id, product_id, other_id, orders)
           select ?, one.product_id, other.product_id, count(*)
           from baskets one
           join baskets other on other.order_id = one.order_id and (
             other.product_id = one.product_id or (other.product_id > one.product_id and one.size <= ?))
           group by one.product_id, other.product_id
         )
         update bought_together_slices set orders = (select count(distinct order_id) from baskets)
         where mining_id = ? and day = ?`,
        [from, to, miningId, miningRules.maxBasket, miningId, day],
      );
    },

    /**
     * Replaces the pairs by those of a mining, in the transaction of the connection: readers see the former set until
     * it commits.
     * @returns false where the pairs are of a later mining already
     */
    async replacePairs(connection: StreamingConnection, miningId: string, until: Date): Promise<boolean> {
      const current = await connection.rows(
        `update bought_together_state set computed_at = $2, last_error = null, last_error_at = null,
           orders = (select coalesce(sum(orders), 0) from bought_together_slices where mining_id = $1)
         where computed_at is null or computed_at <= $2 returning id`,
        [miningId, until],
      );
      if (current.length === 0) return false;
      await connection.rows('delete from bought_together_pairs');
      await connection.rows(
        `with counts as materialized (
           select product_id, other_id, sum(orders)::int as orders from bought_together_counts
           where mining_id = $1 group by product_id, other_id
         ), joint as (
           select product_id, other_id, orders from counts where product_id <> other_id and orders >= $2
         ), ranked as (
           select pair.*, single.orders as of_product,
             row_number() over (partition by pair.product_id order by pair.orders desc, pair.other_id) as place
           from (
             select product_id, other_id, orders from joint
             union all select other_id, product_id, orders from joint
           ) pair
           join counts single on single.product_id = pair.product_id and single.other_id = pair.product_id
         )
         insert into bought_together_pairs (product_id, other_id, confidence, orders)
         select product_id, other_id, orders::numeric / of_product, orders from ranked where place <= $3`,
        [miningId, miningRules.minOrders, miningRules.pairsPerProduct],
      );
      await connection.rows(
        'update bought_together_state set pairs = (select count(*) from bought_together_pairs)',
      );
      return true;
    },

    async recordError(tx: Tx, message: string, at: Date): Promise<void> {
      await tx('bought_together_state').update({ lastError: message.slice(0, 1_000), lastErrorAt: at });
    },

    async state(reader: Reader): Promise<MiningState> {
      const row = await reader('bought_together_state').first(
        'computedAt',
        'orders',
        'pairs',
        'lastError',
        'lastErrorAt',
      );
      return row ?? { computedAt: null, orders: 0, pairs: 0, lastError: null, lastErrorAt: null };
    },
  };
}

export type MiningRepository = ReturnType<typeof createMiningRepository>;
