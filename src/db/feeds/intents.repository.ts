import {
  boolean,
  instant,
  integer,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { createWorkQueue } from '#db/kernel/work-queue.js';
import type { FeedId, IntentKind, IntentOrigin } from '#domain/feeds/feed.js';
import { newId } from '#lib/ids.js';

/** An intent in the hands of a round. */
export interface TakenIntent {
  id: number;
  variantId: string;
  kind: IntentKind;
  attempts: number;
  createdAt: Date;
}

/** The end of an intent in a round; a `dueAt` opens it again. */
export interface IntentResult {
  id: number;
  state: 'done' | 'failed' | 'submitted' | 'open';
  attempts: number;
  error: string | null;
  dueAt: Date | null;
  handleId: string | null;
}

const openIntentColumns = {
  id: integer,
  kind: textOf<IntentKind>(),
  origin: textOf<IntentOrigin>(),
  state: textOf<'open' | 'taken' | 'submitted'>(),
  attempts: integer,
  dueAt: instant,
  createdAt: instant,
  error: nullable(text),
};
export type OpenIntent = RowOf<typeof openIntentColumns>;

/**
 * Appenders one after the other: numbers then become visible in their order, so that a smaller number never says
 * something newer than a larger one.
 */
const APPEND_LOCK = 4_210_028;

/** What an intent says that waits for the next day: the price may have changed, so that a new one is appended. */
export const DAILY_UPDATES_SPENT = 'daily updates spent';

/** The leases of intents. What is claimed is chosen by variants, with what they supersede: a separate rule. */
const queue = createWorkQueue<{ id: number }>({
  name: 'feeds_intents',
  key: { id: 'bigint' },
  open: `q.state = 'open'`,
  notBefore: 'q.due_at',
  lease: { until: 'leased_until', id: 'lease_id', seconds: 60 },
  held: `q.state = 'taken'`,
  givenBack: `state = 'open'`,
  columns: ['id'],
});

const NIL = '00000000-0000-0000-0000-000000000000';

/** Appends what `wanted` names, unless the newest open intent of the variant is an upsert that nobody has taken. */
const APPENDED = `appended as (
    insert into feeds_intents (feed, variant_id, kind, origin)
    select connection.feed, wanted.variant_id, 'upsert', wanted.origin
    from wanted join feeds_connections connection on connection.feed = any(wanted.feeds)
      and (connection.started_at is not null or wanted.origin = 'resync')
    where coalesce((
      select newest.kind <> 'upsert' or newest.state <> 'open' or newest.error is not distinct from ?
      from feeds_intents newest
      where newest.variant_id = wanted.variant_id and newest.feed = connection.feed and newest.target is null
        and newest.state in ('open', 'taken', 'submitted')
      order by newest.id desc limit 1), true)
    order by wanted.variant_id
    returning 1
  )`;

/** Appenders one after the other. A separate statement: the next one sees what earlier appenders have committed. */
export async function lockAppending(tx: Tx): Promise<void> {
  await tx.raw('select pg_advisory_xact_lock(?)', [APPEND_LOCK]);
}

export async function wakeAppended(tx: Tx, appended: number): Promise<number> {
  if (appended > 0) await tx.raw(`select pg_notify('live', 'outbox:')`);
  return appended;
}

/** What is to be sent, first in, first out. Rows are only appended; state, attempts and due time change. */
export function createIntentsRepository() {
  return {
    /**
     * Appends an upsert for the variants that a statement selects (column `variant_id`), for each of the feeds that
     * collects, unless the newest open intent of the variant is an upsert that nobody has taken. Returns how many.
     */
    async appendSelected(
      tx: Tx,
      feeds: readonly FeedId[],
      origin: IntentOrigin,
      select: string,
      bindings: readonly Knex.RawBinding[],
    ): Promise<number> {
      await lockAppending(tx);
      const rows = await query(tx, { appended: integer })(
        `with wanted as materialized (
           select distinct variant_id, ?::text as origin, ?::text[] as feeds from (${select}) as chosen
         ), ${APPENDED} select count(*) as appended from appended`,
        [origin, [...feeds], ...bindings, DAILY_UPDATES_SPENT],
      );
      return wakeAppended(tx, rows[0]?.appended ?? 0);
    },

    /**
     * The same for the next chunk of a large set, in the order of the ids.
     * @param select a statement with the columns `variant_id`, `feeds` and `origin`
     * @param limit part of the statement, so that the server plans it once and not for each chunk
     * @returns the last variant of the chunk; null when none is left
     */
    async requestAfter(
      tx: Tx,
      select: string,
      bindings: readonly Knex.RawBinding[],
      after: { variantId: string } | null,
      limit: number,
    ): Promise<{ variantId: string } | null> {
      await lockAppending(tx);
      const rows = await query(tx, { last: nullable(text), appended: integer })(
        `with wanted as materialized (
           select variant_id, origin, feeds from (${select}) as chosen
           where variant_id > ?::uuid order by variant_id limit ${Math.trunc(limit)}
         ), ${APPENDED}
         select (select variant_id from wanted order by variant_id desc limit 1) as last,
           (select count(*) from appended) as appended`,
        [...bindings, after?.variantId ?? NIL, DAILY_UPDATES_SPENT],
      );
      await wakeAppended(tx, rows[0]?.appended ?? 0);
      const last = rows[0]?.last;
      return last ? { variantId: last } : null;
    },

    /** An intent of an operator: due at once, also where one waits for its backoff. */
    async appendByHand(
      tx: Tx,
      feed: FeedId,
      variantId: string,
      kind: IntentKind,
      origin: IntentOrigin,
    ): Promise<void> {
      await lockAppending(tx);
      const rows = await query(tx, { id: integer, kind: textOf<IntentKind>(), state: text })(
        `select id, kind, state from feeds_intents
         where feed = ? and variant_id = ? and target is null and state in ('open', 'taken', 'submitted')
         order by id desc limit 1`,
        [feed, variantId],
      );
      const [newest] = rows;
      if (newest?.state === 'open' && newest.kind === kind) {
        await tx('feeds_intents')
          .where({ id: newest.id, state: 'open' })
          .update({ dueAt: tx.fn.now(), attempts: 0, origin });
      } else await tx('feeds_intents').insert({ feed, variantId, kind, origin });
      await tx.raw(`select pg_notify('live', 'outbox:')`);
    },

    /**
     * Takes the variants that wait longest, each by its newest intent, under a lease; older ones end as superseded. A
     * variant whose earlier intent is under way waits for that. Commit before reading the variants.
     * @param options.target an earlier target to be emptied; null for the changes of the present one
     * @param options.byHandOnly takes what operators asked for: nothing else is sent before a bootstrap
     */
    async take(
      tx: Tx,
      feed: FeedId,
      options: { limit: number; leaseSeconds: number; now: Date; target: string | null; byHandOnly: boolean },
    ): Promise<{ lease: string; intents: TakenIntent[] }> {
      const { limit, leaseSeconds, now, target, byHandOnly } = options;
      const lease = newId();
      const chosen = `feed = ? and ${target === null ? 'target is null' : 'target = ?'}${
        byHandOnly ? ` and origin in ('resync', 'operator')` : ''
      }`;
      const scope = target === null ? [feed] : [feed, target];
      const rows = await query(tx, takenColumns)(
        `with heads as materialized (
           select variant_id from (
             select id, variant_id from (
               select id, variant_id from feeds_intents
               where ${chosen} and state = 'open' and due_at <= ? order by id limit ?) as waiting
             union all
             select id, variant_id from feeds_intents where ${chosen} and state = 'taken' and leased_until <= ?
           ) as head group by variant_id order by min(id) limit ?
         )
         select id, variant_id, kind, attempts, created_at, state, state = 'taken' and leased_until > ? as leased
         from feeds_intents
         where feed = ? and ${target === null ? 'target is null' : 'target = ?'} and variant_id = any(array(select variant_id from heads))
           and state in ('open', 'taken', 'submitted')
         order by id for update`,
        [...scope, now, limit * 2, ...scope, now, limit, now, ...scope],
      );
      const { taken, superseded, blocked } = newestOfEach(rows);
      if (superseded.length > 0) {
        await tx('feeds_intents').whereIn('id', superseded).update({ state: 'superseded', finishedAt: now });
      }
      if (blocked.length > 0) {
        // Woken when the intent under way ends; this is the net.
        const dueAt = new Date(now.getTime() + BLOCKED_MS);
        await tx('feeds_intents').whereIn('id', blocked).where({ state: 'open' }).update({ dueAt });
      }
      if (taken.length > 0) {
        const leasedUntil = new Date(now.getTime() + leaseSeconds * 1_000);
        await tx('feeds_intents')
          .whereIn(
            'id',
            taken.map(({ id }) => id),
          )
          .update({ state: 'taken', leaseId: lease, leasedUntil });
      }
      return {
        lease,
        intents: taken.map(({ id, variantId, kind, attempts, createdAt }) => ({
          id,
          variantId,
          kind,
          attempts,
          createdAt,
        })),
      };
    },

    /** Keeps a lease for longer. Returns the intents that it still holds. */
    async extend(tx: Tx, lease: string, until: Date): Promise<Set<number>> {
      return new Set((await queue.extend(tx, lease, until)).map(({ id }) => id));
    },

    /** Records what became of taken intents, and wakes those that waited for them. Returns the ids still held. */
    async settle(
      tx: Tx,
      feed: FeedId,
      lease: string,
      results: readonly IntentResult[],
      now: Date,
    ): Promise<Set<number>> {
      if (results.length === 0) return new Set();
      const documents = results.map(({ id, state, attempts, error, dueAt, handleId }) => ({
        id,
        state,
        attempts,
        error,
        due_at: dueAt,
        handle_id: handleId,
      }));
      const rows = await query(tx, { id: integer, variantId: uuid })(
        `update feeds_intents i set state = given.state, attempts = given.attempts, error = left(given.error, 2000),
           due_at = coalesce(given.due_at, i.due_at), handle_id = given.handle_id, lease_id = null, leased_until = null,
           finished_at = case when given.state in ('done', 'failed') then ?::timestamptz end
         from jsonb_to_recordset(?::jsonb) as given(
           id bigint, state text, attempts integer, error text, due_at timestamptz, handle_id uuid)
         where i.id = given.id and i.lease_id = ? and i.state = 'taken'
         returning i.id, i.variant_id`,
        [now, JSON.stringify(documents), lease],
      );
      await wakeBlocked(
        tx,
        feed,
        rows.map(({ variantId }) => variantId),
        now,
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** Gives intents back untried: the remote side is away, or the feed was paused. Returns those that it held. */
    async release(tx: Tx, lease: string): Promise<Set<number>> {
      return new Set((await queue.giveBack(tx, lease)).map(({ id }) => id));
    },

    /** Ends the intents of batches that the remote side has worked on. */
    async settleSubmitted(
      tx: Tx,
      feed: FeedId,
      results: readonly { id: number; error: string | null }[],
      now: Date,
    ): Promise<Set<number>> {
      if (results.length === 0) return new Set();
      const rows = await query(tx, { id: integer, variantId: uuid })(
        `update feeds_intents i set state = case when given.error is null then 'done' else 'failed' end,
           error = left(given.error, 2000), finished_at = ?
         from jsonb_to_recordset(?::jsonb) as given(id bigint, error text)
         where i.id = given.id and i.state = 'submitted' returning i.id, i.variant_id`,
        [now, JSON.stringify(results)],
      );
      await wakeBlocked(
        tx,
        feed,
        rows.map(({ variantId }) => variantId),
        now,
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** Opens the intents of a batch again that ended without saying anything of its items: each counts a try. */
    async retrySubmitted(
      tx: Tx,
      retries: readonly { id: number; attempts: number; dueAt: Date }[],
      error: string,
    ): Promise<void> {
      if (retries.length === 0) return;
      const documents = retries.map(({ id, attempts, dueAt }) => ({ id, attempts, due_at: dueAt }));
      await tx.raw(
        `update feeds_intents i set state = 'open', handle_id = null, error = left(?, 2000),
           attempts = given.attempts, due_at = given.due_at
         from jsonb_to_recordset(?::jsonb) as given(id bigint, attempts integer, due_at timestamptz)
         where i.id = given.id and i.state = 'submitted'`,
        [error, JSON.stringify(documents)],
      );
    },

    /** Opens the intents of a batch again whose items were all refused alike. */
    async reopenSubmitted(tx: Tx, ids: readonly number[], error: string, now: Date): Promise<void> {
      await tx('feeds_intents')
        .whereIn('id', [...ids])
        .where({ state: 'submitted' })
        .update({ state: 'open', handleId: null, error: error.slice(0, 2_000), dueAt: now });
    },

    async ofHandle(
      reader: Reader,
      handleId: string,
    ): Promise<{ id: number; variantId: string; kind: IntentKind; attempts: number }[]> {
      return reader('feeds_intents')
        .where({ handleId, state: 'submitted' })
        .select('id', 'variantId', 'kind', 'attempts')
        .orderBy('id');
    },

    /** The newest intent of a variant that is not finished. */
    async newestOpen(reader: Reader, feed: FeedId, variantId: string): Promise<OpenIntent | null> {
      const rows = await query(reader, openIntentColumns)(
        `select id, kind, origin, state, attempts, due_at, created_at, error from feeds_intents
         where feed = ? and variant_id = ? and target is null and state in ('open', 'taken', 'submitted')
         order by id desc limit 1`,
        [feed, variantId],
      );
      return rows[0] ?? null;
    },

    async deleteFinished(tx: Tx, before: Date, limit: number): Promise<number> {
      return execute(
        tx,
        `delete from feeds_intents where id in (
           select id from feeds_intents where finished_at < ? order by finished_at limit ?)`,
        [before, limit],
      );
    },
  };
}

const BLOCKED_MS = 30_000;

const takenColumns = {
  id: integer,
  variantId: uuid,
  kind: textOf<IntentKind>(),
  attempts: integer,
  createdAt: instant,
  state: textOf<'open' | 'taken' | 'submitted'>(),
  leased: boolean,
};
type TakenRow = RowOf<typeof takenColumns>;

/** Of each variant the newest intent; none while one of them is under way. */
function newestOfEach(rows: readonly TakenRow[]) {
  const byVariant = new Map<string, TakenRow[]>();
  for (const row of rows) byVariant.set(row.variantId, [...(byVariant.get(row.variantId) ?? []), row]);
  const taken: TakenRow[] = [];
  const superseded: number[] = [];
  const blocked: number[] = [];
  for (const intents of byVariant.values()) {
    const newest = intents.at(-1);
    if (intents.some(({ leased, state }) => leased || state === 'submitted')) {
      blocked.push(...intents.filter(({ state }) => state === 'open').map(({ id }) => id));
    } else if (newest) {
      taken.push(newest);
      superseded.push(...intents.slice(0, -1).map(({ id }) => id));
    }
  }
  return { taken: taken.sort((a, b) => a.id - b.id), superseded, blocked };
}

/** Intents that were put off because an earlier one of their variant was under way; failed ones keep their backoff. */
async function wakeBlocked(tx: Tx, feed: FeedId, variantIds: readonly string[], now: Date): Promise<void> {
  if (variantIds.length === 0) return;
  await tx.raw(
    `update feeds_intents set due_at = ? where variant_id = any(?::uuid[]) and feed = ? and state = 'open'
       and attempts = 0 and error is null and due_at > ?`,
    [now, [...variantIds], feed, now],
  );
}

export type IntentsRepository = ReturnType<typeof createIntentsRepository>;
