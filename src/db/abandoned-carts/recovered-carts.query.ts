import { integer, number, type RowOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

/** What reminders of one step brought. */
const recoveredStepColumns = {
  step: integer,
  sent: integer,
  /** Whose link restored the cart. */
  opened: integer,
  /** Orders whose last reminder was this one. */
  orders: integer,
  /** What they cost, in subunits. */
  revenue: number,
};
export type RecoveredStep = RowOf<typeof recoveredStepColumns>;

/**
 * Reminders sent within a window by step, with the confirmed orders of their carts, or of carts in which those were restored,
 * that were placed within some days after the last reminder before them. An order counts once.
 */
export async function readRecoveredSteps(
  knex: Knex,
  { from, to, days }: { from: Date; to: Date; days: number },
): Promise<RecoveredStep[]> {
  return query(knex, recoveredStepColumns)(
    `with sent as materialized (
       select m.id, m.series_id, m.step, m.sent_at, m.opened_at, s.cart_id
       from abandoned_carts_reminders m join abandoned_carts_series s on s.id = m.series_id
       where m.sent_at >= ? and m.sent_at < ?
     ), reminded as (
       select distinct series_id, cart_id from sent
     ), carts_of as (
       select series_id, cart_id from reminded
       union select r.series_id, r.cart_id from reminded join abandoned_carts_restores r using (series_id)
     ), recovered as (
       select distinct on (o.id) o.id, o.grand_total, m.id as reminder_id
       from carts_of c join orders o on o.cart_id = c.cart_id
       join abandoned_carts_reminders m on m.series_id = c.series_id
       where o.confirmed_at is not null and o.status <> 'cancelled'
         and m.sent_at <= o.placed_at and m.sent_at > o.placed_at - make_interval(days => ?)
       order by o.id, m.sent_at desc, m.step desc
     )
     select sent.step::integer, count(*)::integer as sent, count(sent.opened_at)::integer as opened,
       count(recovered.id)::integer as orders, coalesce(sum(recovered.grand_total), 0)::float8 as revenue
     from sent left join recovered on recovered.reminder_id = sent.id
     group by sent.step order by sent.step`,
    [from, to, days],
  );
}
