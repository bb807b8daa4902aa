import { boolean, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { deleteBatch } from '#db/kernel/delete-batch.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';

const endedRequestColumns = {
  id: uuid,
  variantId: uuid,
  address: text,
  /** Only `notified` gets a mail. */
  state: textOf<'notified' | 'skipped' | 'expired'>(),
  /** Of the account with that address; null for guests. */
  name: nullable(text),
};
export type EndedRequest = RowOf<typeof endedRequestColumns>;

const table = 'inventory_back_in_stock_requests';
/** Addresses with one of these reasons get no mail that is not about an order or an account. */
const UNREACHABLE = `('hard_bounce', 'complaint', 'manual')`;

export interface NewRequest {
  variantId: string;
  address: string;
  now: Date;
  expiresAt: Date;
}

/** Requests for a mail when a variant is back in stock: at most one open for each variant and address. */
export function createBackInStockRepository() {
  return {
    /** Lets the requests of an address be made one after the other, so that their number is exact. */
    async lockAddress(tx: Tx, address: string): Promise<void> {
      await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 2))', [`back-in-stock ${address}`]);
    },

    /** Open requests of the address for other variants. */
    async countOthers(tx: Tx, { address, variantId, now }: NewRequest): Promise<number> {
      const open = tx(table).where({ address, state: 'open' }).whereNot({ variantId });
      const [row] = (await open.where('expiresAt', '>', now).count({ count: '*' })) as { count: number }[];
      return Number(row?.count ?? 0);
    },

    /** Opens a request, or extends the one that is open. @returns its id, and whether it is new */
    async open(
      tx: Tx,
      { variantId, address, now, expiresAt }: NewRequest,
    ): Promise<{ id: string; created: boolean }> {
      const rows = await query(tx, { id: uuid, created: boolean })(
        `insert into ${table} (variant_id, address, created_at, expires_at) values (?, ?, ?, ?)
         on conflict (variant_id, address) where state = 'open' do update set expires_at = excluded.expires_at
         returning id, xmax = 0 as created`,
        [variantId, address, now, expiresAt],
      );
      const [row] = rows;
      if (!row) throw new Error('An upsert returns its row');
      return row;
    },

    /** Ends the oldest open requests for these variants: those of unreachable addresses and expired ones get no mail. */
    async end(tx: Tx, variantIds: readonly string[], now: Date, limit: number): Promise<EndedRequest[]> {
      return query(tx, endedRequestColumns)(
        `with due as materialized (
           select id, address from ${table} where variant_id = any(?::uuid[]) and state = 'open'
           order by id limit ? for update
         )
         update ${table} r set ended_at = ?, state = case
             when r.expires_at <= ? then 'expired'
             when exists (select from mail_suppressions s where s.address = due.address and s.reason in ${UNREACHABLE})
               then 'skipped'
             else 'notified' end
         from due left join accounts_users u on u.email = due.address and not u.is_anonymous
         where r.id = due.id returning r.id, r.variant_id, r.address, r.state, u.name`,
        [[...variantIds], limit, now, now],
      );
    },

    /** Ends all open requests of an address, and returns them. */
    async stop(tx: Tx, address: string, now: Date): Promise<{ id: string; variantId: string }[]> {
      return await tx(table)
        .where({ address, state: 'open' })
        .update({ state: 'stopped', endedAt: now })
        .returning(['id', 'variantId']);
    },

    async countOpen(reader: Reader, address: string): Promise<number> {
      const [row] = await reader(table).where({ address, state: 'open' }).count({ count: '*' });
      return Number(row?.count ?? 0);
    },

    /** @returns how many */
    async expire(tx: Tx, now: Date, limit: number): Promise<number> {
      const due = tx(table).where({ state: 'open' }).where('expiresAt', '<=', now).orderBy('expiresAt');
      return tx(table)
        .whereIn('id', due.limit(limit).forUpdate().skipLocked().select('id'))
        .update({ state: 'expired', endedAt: now });
    },

    /** Deletes requests that ended before an instant. @returns how many; to be repeated until it is 0 */
    deleteEnded: (tx: Tx, before: Date): Promise<number> =>
      deleteBatch(tx, table, 'r.ended_at < ?', [before]),

    /** Records what was reported of variants. */
    async record(
      tx: Tx,
      states: readonly { variantId: string; low: boolean; waitingReported: number; alerts: number }[],
    ): Promise<void> {
      if (states.length === 0) return;
      await tx.raw(
        `update inventory_alerts a
         set low = given.low, waiting_reported = given.waiting_reported, alerts = given.alerts
         from unnest(?::uuid[], ?::boolean[], ?::integer[], ?::integer[])
           as given(variant_id, low, waiting_reported, alerts)
         where a.variant_id = given.variant_id`,
        [
          states.map((state) => state.variantId),
          states.map((state) => state.low),
          states.map((state) => state.waitingReported),
          states.map((state) => state.alerts),
        ],
      );
    },
  };
}

export type BackInStockRepository = ReturnType<typeof createBackInStockRepository>;
