import { integer, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { deleteBatch } from '#db/kernel/delete-batch.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** An open cart in the order of their last change; the instant as the database wrote it, to the microsecond. */
const watchedColumns = { at: text, id: uuid };

/** Carts that wait for a reminder: rows with the instant at which each is looked at next. */
export function createWaitingCartsRepository() {
  return {
    /**
     * Reads the next carts that were changed up to `until`, and has those with items wait for their next step. Two runs at once
     * take turns.
     * @param from where to begin when reminders were off until now
     * @param hours of the steps, after the last change of a cart
     * @returns how many carts were read; fewer than `limit` when there are no more
     */
    async watch(
      tx: Tx,
      { from, until, hours, limit }: { from: Date; until: Date; hours: readonly number[]; limit: number },
    ): Promise<number> {
      const places = await query(tx, watchedColumns)(
        `update abandoned_carts_watch set watched_at = coalesce(watched_at, ?)
         returning watched_at::text as at, watched_id as id`,
        [from],
      );
      const [place] = places;
      if (!place) throw new Error('The row of abandoned_carts_watch is missing');
      const rows = await query(tx, { read: integer })(
        `with page as materialized (
           select c.id, c.updated_at from carts c
           where c.status = 'open' and (c.updated_at, c.id) > (?::timestamptz, ?::uuid) and c.updated_at <= ?
           order by c.updated_at, c.id limit ?
         ), waiting as (
           insert into abandoned_carts_waiting as w (cart_id, changed_at, due_at)
           select p.id, p.updated_at, p.updated_at + make_interval(hours => ?) from page p
           where exists (select from carts_items i where i.cart_id = p.id) order by p.id
           on conflict (cart_id) do update set changed_at = excluded.changed_at,
             due_at = excluded.changed_at + make_interval(hours => coalesce((?::integer[])[w.step + 1], 0))
           where w.changed_at < excluded.changed_at
         ), moved as (
           update abandoned_carts_watch set watched_at = last.updated_at, watched_id = last.id
           from (select id, updated_at from page order by updated_at desc, id desc limit 1) as last
         )
         select count(*)::integer as read from page`,
        [place.at, place.id, until, limit, hours[0] ?? 0, [...hours]],
      );
      return rows[0]?.read ?? 0;
    },

    /** While reminders are off nobody waits, and nothing that was left meanwhile is reminded of later. @returns rows deleted */
    async forget(tx: Tx): Promise<number> {
      await tx('abandoned_carts_watch').whereNotNull('watchedAt').update({ watchedAt: null });
      return deleteBatch(tx, 'abandoned_carts_waiting', 'true');
    },

    /** Claims carts that are due; those that another run has claimed are left out. @returns their ids */
    async claim(tx: Tx, now: Date, limit: number): Promise<string[]> {
      const rows = await query(tx, { cartId: uuid })(
        `select cart_id from abandoned_carts_waiting where due_at <= ? order by due_at limit ? for update skip locked`,
        [now, limit],
      );
      return rows.map(({ cartId }) => cartId);
    },

    /** Carts of which no more reminder is due: their rows go until the cart changes again. */
    async remove(tx: Tx, cartIds: readonly string[]): Promise<void> {
      if (cartIds.length === 0) return;
      await tx('abandoned_carts_waiting')
        .whereIn('cartId', [...cartIds])
        .delete();
    },

    /** When claimed carts are looked at next. */
    async putOff(
      tx: Tx,
      rows: readonly { cartId: string; step: number; seriesId: string | null; dueAt: Date }[],
    ): Promise<void> {
      if (rows.length === 0) return;
      await tx.raw(
        `update abandoned_carts_waiting w set step = given.step, series_id = given."seriesId", due_at = given."dueAt"
         from jsonb_to_recordset(?::jsonb) as given("cartId" uuid, step smallint, "seriesId" uuid, "dueAt" timestamptz)
         where w.cart_id = given."cartId"`,
        [JSON.stringify(rows)],
      );
    },
  };
}
