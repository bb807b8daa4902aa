import {
  boolean,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { FeedId, ItemStatus } from '#domain/feeds/feed.js';

/** Items of a feed in one of its targets. */
export interface FeedScope {
  feed: FeedId;
  target: string;
}

const feedItemColumns = {
  feed: text,
  target: text,
  variantId: uuid,
  status: textOf<ItemStatus>(),
  remoteId: nullable(uuid),
  hash: nullable(text),
  payload: nullable(jsonOf<Record<string, unknown>>()),
  dryRun: nullable(jsonOf<Record<string, unknown>>()),
  lastPushedAt: nullable(instant),
  lastError: nullable(text),
  attempts: integer,
  version: integer,
  withdrawn: boolean,
  updatesOn: nullable(text),
  updates: integer,
  /** The version of its last push. */
  sentVersion: integer,
  updatedAt: instant,
};
export type FeedItem = RowOf<typeof feedItemColumns>;

/** What an intent makes of an item. What is left out stays as it is. */
export interface ItemResult {
  variantId: string;
  intentId: number;
  status: ItemStatus;
  attempts: number;
  lastError: string | null;
  /** What was sent; null clears it. */
  sent?: {
    remoteId: string;
    /** Null for a delete that is under way. */
    hash: string | null;
    payload: unknown;
    at: Date | null;
    countsAsUpdate: boolean;
    version: number;
  } | null;
  dryRun?: unknown;
  withdrawn?: boolean;
}

/** What is known to be on the remote side of an item. */
export interface SentState {
  variantId: string;
  remoteId: string | null;
  hash: string | null;
  /** Of a push that begins; never taken back. */
  version?: number;
}

const COLUMNS = `feed, target, variant_id, status, remote_id, hash, payload, dry_run, last_pushed_at, last_error, attempts,
  version, withdrawn, updates_on::text as updates_on, updates, sent_version, updated_at`;

/** What each variant is on the remote side of a feed. */
export function createItemsRepository() {
  async function readAll(
    reader: Reader,
    { feed, target }: FeedScope,
    variantIds: readonly string[],
  ): Promise<FeedItem[]> {
    if (variantIds.length === 0) return [];
    return query(reader, feedItemColumns)(
      `select ${COLUMNS} from feeds_items where feed = ? and target = ? and variant_id = any(?::uuid[])`,
      [feed, target, [...variantIds]],
    );
  }

  async function writeSent(tx: Tx, { feed, target }: FeedScope, states: readonly SentState[]): Promise<void> {
    if (states.length === 0) return;
    const documents = states.map(({ variantId, remoteId, hash, version = 0 }) => ({
      variant_id: variantId,
      remote_id: remoteId,
      hash,
      version,
    }));
    await tx.raw(
      `update feeds_items item set remote_id = given.remote_id, hash = given.hash,
         sent_version = greatest(item.sent_version, given.version)
       from jsonb_to_recordset(?::jsonb) as given(variant_id uuid, remote_id text, hash text, version bigint)
       where item.feed = ? and item.target = ? and item.variant_id = given.variant_id`,
      [JSON.stringify(documents), feed, target],
    );
  }

  return {
    async find(reader: Reader, scope: FeedScope, variantId: string): Promise<FeedItem | null> {
      return (await readAll(reader, scope, [variantId]))[0] ?? null;
    },

    async byVariant(
      reader: Reader,
      scope: FeedScope,
      variantIds: readonly string[],
    ): Promise<Map<string, FeedItem>> {
      return new Map((await readAll(reader, scope, variantIds)).map((item) => [item.variantId, item]));
    },

    /** Items whose upsert was taken; a delete of what was never sent makes none. */
    async markPending(tx: Tx, { feed, target }: FeedScope, variantIds: readonly string[]): Promise<void> {
      if (variantIds.length === 0) return;
      await tx.raw(
        `insert into feeds_items (feed, target, variant_id, status)
         select ?, ?, variant_id, 'pending' from unnest(?::uuid[]) as variant_id order by variant_id
         on conflict (feed, target, variant_id) do update set status = 'pending', updated_at = now()
           where feeds_items.status <> 'pending'`,
        [feed, target, [...variantIds]],
      );
    },

    /**
     * Commits before the calls of a round: from here until its outcome is recorded it is unknown what the remote side
     * has of these items. Should the process die meanwhile, the next round sends or deletes them whatever they map to.
     */
    async beginSending(
      tx: Tx,
      scope: FeedScope,
      changes: readonly { variantId: string; remoteId: string; version: number }[],
    ): Promise<void> {
      await writeSent(
        tx,
        scope,
        changes.map(({ variantId, remoteId, version }) => ({ variantId, remoteId, hash: null, version })),
      );
    },

    /** Items whose calls changed nothing are again what they were before `beginSending`. */
    async restoreSent(tx: Tx, scope: FeedScope, items: readonly SentState[]): Promise<void> {
      await writeSent(tx, scope, items);
    },

    /** Records what a batch has made of its items: those without a hash were deletes. */
    async settleSubmitted(
      tx: Tx,
      { feed, target }: FeedScope,
      results: readonly ItemResult[],
      now: Date,
    ): Promise<void> {
      if (results.length === 0) return;
      const documents = results.map(({ variantId, intentId, status, attempts, lastError }) => ({
        variant_id: variantId,
        intent_id: intentId,
        status,
        attempts,
        last_error: lastError,
      }));
      await tx.raw(
        `update feeds_items item set attempts = given.attempts, updated_at = ?,
           status = case when given.status = 'failed' then 'failed' when item.hash is null then 'deleted' else 'synced' end,
           last_error = coalesce(left(given.last_error, 2000), case when item.hash is null then item.last_error end),
           hash = case when given.status = 'synced' then item.hash end,
           remote_id = case when given.status = 'failed' or item.hash is not null then item.remote_id end,
           payload = case when given.status = 'failed' or item.hash is not null then item.payload end
         from jsonb_to_recordset(?::jsonb) as given(
           variant_id uuid, intent_id bigint, status text, attempts integer, last_error text)
         where item.feed = ? and item.target = ? and item.variant_id = given.variant_id
           and item.version = given.intent_id and item.status = 'submitted'`,
        [now, JSON.stringify(documents), feed, target],
      );
    },

    /** Items of a batch whose intents were opened again. The hash is cleared, so that each is sent again. */
    async reopenSubmitted(
      tx: Tx,
      { feed, target }: FeedScope,
      variantIds: readonly string[],
      error: string,
    ): Promise<void> {
      await tx('feeds_items')
        .where({ feed, target, status: 'submitted' })
        .whereIn('variantId', [...variantIds])
        .update({ status: 'pending', hash: null, lastError: error.slice(0, 2_000), updatedAt: tx.fn.now() });
    },

    /** Has the next round send every item again, whatever was sent before. */
    async forgetSent(tx: Tx, { feed, target }: FeedScope): Promise<void> {
      await tx('feeds_items').where({ feed, target }).whereNotNull('hash').update({ hash: null });
    },

    /** Records results; one of an older intent than the item stands for changes nothing. */
    async record(
      tx: Tx,
      { feed, target }: FeedScope,
      results: readonly ItemResult[],
      now: Date,
    ): Promise<void> {
      if (results.length === 0) return;
      const documents = results.map((result) => ({
        variant_id: result.variantId,
        intent_id: result.intentId,
        status: result.status,
        attempts: result.attempts,
        last_error: result.lastError,
        sent: result.sent !== undefined,
        remote_id: result.sent?.remoteId ?? null,
        hash: result.sent?.hash ?? null,
        payload: result.sent?.payload ?? null,
        at: result.sent?.at ?? null,
        counts: result.sent?.countsAsUpdate ?? false,
        sent_version: result.sent?.version ?? 0,
        dry_run: result.dryRun ?? null,
        withdrawn: result.withdrawn ?? false,
      }));
      await tx.raw(
        `with given as (
           select * from jsonb_to_recordset(?::jsonb) as given(
             variant_id uuid, intent_id bigint, status text, attempts integer, last_error text, sent boolean,
             remote_id text, hash text, payload jsonb, at timestamptz, counts boolean, sent_version bigint,
             dry_run jsonb, withdrawn boolean)
         ), today as (select (?::timestamptz at time zone 'UTC')::date as day)
         update feeds_items item set status = given.status, attempts = given.attempts,
           last_error = left(given.last_error, 2000), version = given.intent_id, withdrawn = given.withdrawn,
           dry_run = given.dry_run, updated_at = ?,
           remote_id = case when given.sent then given.remote_id else item.remote_id end,
           hash = case when given.sent then given.hash else item.hash end,
           payload = case when given.sent then given.payload else item.payload end,
           sent_version = greatest(item.sent_version, given.sent_version),
           last_pushed_at = case when given.sent and given.at is not null then given.at else item.last_pushed_at end,
           updates = case when given.counts and item.updates_on = today.day then item.updates + 1
             when given.counts then 1 else item.updates end,
           updates_on = case when given.counts then today.day else item.updates_on end
         from given, today
         where item.feed = ? and item.target = ? and item.variant_id = given.variant_id
           and item.version <= given.intent_id`,
        [JSON.stringify(documents), now, now, feed, target],
      );
    },
  };
}
