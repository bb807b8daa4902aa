import { integer, number, type RowOf, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { countedSql } from '#db/orders/counted-order-sql.js';

const linkStatisticsColumns = {
  /** From 0. */
  block: integer,
  url: text,
  clicks: integer,
  clickers: integer,
};
export type LinkStatistics = RowOf<typeof linkStatisticsColumns>;

export interface BroadcastStatistics {
  clicks: number;
  clickers: number;
  orders: number;
  /** Grand totals of those orders, in subunits. */
  orderAmount: number;
  links: LinkStatistics[];
}

/**
 * Clicks of a broadcast, and the orders that its recipients placed within the window after their last click, by their
 * account or as guests with their address. An
 * order belongs to one campaign: that whose link its buyer opened last.
 */
export async function readBroadcastStatistics(
  knex: Knex,
  broadcastId: string,
  windowDays: number,
): Promise<BroadcastStatistics> {
  const links = await query(knex, linkStatisticsColumns)(
    `select l.block, l.url, coalesce(sum(c.clicks), 0)::int as clicks, count(c.recipient_id)::int as clickers
     from campaigns_links l left join campaigns_clicks c on c.broadcast_id = l.broadcast_id and c.key = l.key
     where l.broadcast_id = ? group by l.key, l.block, l.url order by l.block, clicks desc, l.url`,
    [broadcastId],
  );
  const rows = await query(knex, {
    clicks: integer,
    clickers: integer,
    orders: integer,
    orderAmount: number,
  })(
    `with own as (
       select r.user_id, r.address, count(distinct c.recipient_id) as clickers, sum(c.clicks) as clicks
       from campaigns_clicks c join campaigns_recipients r on r.id = c.recipient_id
       where c.broadcast_id = ? group by r.user_id, r.address
     ), bought as (
       select o.id, o.grand_total, o.placed_at, own.user_id from own join orders o on o.user_id = own.user_id
       where ${countedSql('o')}
       union
       select o.id, o.grand_total, o.placed_at, own.user_id from own
       join orders o on o.guest and lower(btrim(o.email)) = own.address where ${countedSql('o')}
     ), attributed as (
       select b.id, b.grand_total from bought b cross join lateral (${LAST_CLICK}) as last
       where last.broadcast_id = ? and b.placed_at <= last.at + make_interval(days => ?)
     )
     select (select coalesce(sum(clicks), 0)::int from own) as clicks,
       (select coalesce(sum(clickers), 0)::int from own) as clickers,
       count(*)::int as orders, coalesce(sum(grand_total), 0)::float8 as order_amount from attributed`,
    [broadcastId, broadcastId, windowDays],
  );
  const [sums] = rows;
  return { clicks: 0, clickers: 0, orders: 0, orderAmount: 0, ...sums, links };
}

/** The last click of a buyer before an order `b`, in whichever campaign: of each link the first and the last are known. */
const LAST_CLICK = `
  select c.broadcast_id, case when c.last_at <= b.placed_at then c.last_at else c.first_at end as at
  from campaigns_recipients r join campaigns_clicks c on c.recipient_id = r.id
  where r.user_id = b.user_id and c.first_at <= b.placed_at
  order by 2 desc, c.broadcast_id limit 1`;
