import { uuid } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { EndReason } from '#domain/abandoned-carts/reminded-cart.js';

export interface NewSeries {
  id: string;
  /** In lower case. */
  address: string;
  userId: string;
  cartId: string;
}

export interface SentReminder {
  id: string;
  seriesId: string;
  userId: string;
  step: number;
  couponCode: string | null;
}

/** Rows of which one statement forgets the address. */
const FORGET_ROWS = 1_000;

/** Who is reminded, of which cart, and what was sent. */
export function createReminderSeriesRepository() {
  return {
    /**
     * Begins series, one for each person: who has had one since `weekAgo` gets none, and neither does the second of two carts.
     * @param wanted the cart to prefer first
     * @returns ids of the carts whose series has begun
     */
    async begin(tx: Tx, wanted: readonly NewSeries[], now: Date, weekAgo: Date): Promise<Set<string>> {
      if (wanted.length === 0) return new Set();
      await tx('abandoned_carts_series')
        .whereIn(
          'address',
          wanted.map(({ address }) => address),
        )
        .where('startedAt', '<=', weekAgo)
        .whereNotNull('endedAt')
        .update({ address: null });
      const rows = await query(tx, { cartId: uuid })(
        `insert into abandoned_carts_series (id, address, user_id, cart_id, started_at)
         select given.id, given.address, given."userId", given."cartId", ?
         from rows from (jsonb_to_recordset(?::jsonb) as (id uuid, address text, "userId" uuid, "cartId" uuid))
           with ordinality as given(id, address, "userId", "cartId", place)
         order by given.address, given.place
         on conflict (address) where address is not null do nothing returning cart_id`,
        [now, JSON.stringify(wanted)],
      );
      return new Set(rows.map(({ cartId }) => cartId));
    },

    /** @returns those that were not there yet; the others were sent before */
    async record(tx: Tx, reminders: readonly SentReminder[], now: Date): Promise<Set<string>> {
      if (reminders.length === 0) return new Set();
      const rows = await tx('abandoned_carts_reminders')
        .insert(reminders.map((reminder) => ({ ...reminder, sentAt: now })))
        .onConflict(['seriesId', 'step'])
        .ignore()
        .returning('id');
      return new Set(rows.map(({ id }) => id));
    },

    async end(tx: Tx, ended: readonly { id: string; reason: EndReason }[], now: Date): Promise<void> {
      if (ended.length === 0) return;
      await tx.raw(
        `update abandoned_carts_series s set ended_at = ?, end_reason = given.reason
         from jsonb_to_recordset(?::jsonb) as given(id uuid, reason text) where s.id = given.id and s.ended_at is null`,
        [now, JSON.stringify(ended)],
      );
    },

    /**
     * Forgets addresses whose week is over, of series that have ended; one whose cart is gone ends by that. To be repeated until
     * it returns 0.
     */
    async forgetAddresses(tx: Tx, weekAgo: Date, now: Date): Promise<number> {
      return execute(
        tx,
        `update abandoned_carts_series set address = null, ended_at = coalesce(ended_at, ?),
           end_reason = coalesce(end_reason, 'expired')
         where id in (
           select s.id from abandoned_carts_series s where s.address is not null and s.started_at <= ?
             and (s.ended_at is not null or not exists (select from abandoned_carts_waiting w where w.series_id = s.id))
           limit ${FORGET_ROWS})`,
        [now, weekAgo],
      );
    },
  };
}
