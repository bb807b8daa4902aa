import { instant, integer, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { likePattern } from '#db/kernel/list-filter.js';
import type { Page } from '#domain/_shared/list-query.js';
import { type ItemStatus, itemStatuses } from '#domain/feeds/feed.js';
import { isEligibleSql } from './eligible-sql.js';
import type { FeedScope } from './items.repository.js';

const feedItemColumns = {
  variantId: uuid,
  productId: uuid,
  productTitle: text,
  productSlug: text,
  productStatus: textOf<'draft' | 'active' | 'archived'>(),
  productVisibility: textOf<'public' | 'private'>(),
  sku: nullable(text),
  price: nullable(integer),
  thumbnail: nullable(text),
  syncStatus: textOf<ItemStatus | 'never_synced'>(),
  remoteId: nullable(uuid),
  lastPushedAt: nullable(instant),
  lastError: nullable(text),
  attempts: integer,
};
export type FeedItemRow = RowOf<typeof feedItemColumns>;

const failedItemColumns = {
  variantId: uuid,
  remoteId: nullable(text),
  attempts: integer,
  lastError: nullable(text),
  lastPushedAt: nullable(instant),
  updatedAt: instant,
};
export type FailedItemRow = RowOf<typeof failedItemColumns>;

export interface FeedItemsQuery {
  page: number;
  limit: number;
  status?: FeedItemRow['syncStatus'];
  search?: string;
  eligibleOnly: boolean;
}

export interface FeedCounts extends Record<ItemStatus, number> {
  outboxPending: number;
}

/** An earlier target whose items were left where they are. */
const leftBehindColumns = {
  target: text,
  items: integer,
  lastPushedAt: nullable(instant),
  /** How many of them are being removed. */
  removing: integer,
  lastError: nullable(text),
};
export type LeftBehindRow = RowOf<typeof leftBehindColumns>;

const columns = `v.id as variant_id, v.product_id, p.title as product_title, p.slug as product_slug,
  p.status as product_status, p.visibility as product_visibility, v.sku, v.price,
  coalesce(v.thumbnail, p.thumbnail) as thumbnail, coalesce(i.status, 'never_synced') as sync_status,
  i.remote_id, i.last_pushed_at, i.last_error, coalesce(i.attempts, 0) as attempts`;

const live = `products_variants v join products p on p.id = v.product_id`;
/** Which variants a list has, as a condition. */
const conditions = { live: 'v.deleted_at is null and p.deleted_at is null', eligible: isEligibleSql };
type VariantKind = keyof typeof conditions;

/** Lists and counts of what a feed knows of the live variants. */
export function createItemLists({ knex, counts }: { knex: Knex; counts: CountCache }) {
  async function total(key: string, sql: string, bindings: readonly Knex.RawBinding[]): Promise<number> {
    return counts.get(`feeds ${key}`, async () => {
      const rows = await query(knex, { total: integer })(`select count(*) as total ${sql}`, [...bindings]);
      return rows[0]?.total ?? 0;
    });
  }

  async function rowsOf(sql: string, bindings: readonly Knex.RawBinding[]): Promise<FeedItemRow[]> {
    return await query(knex, feedItemColumns)(sql, [...bindings]);
  }

  /** Items of the feed in the order of the index: pushed ones first, the newest at the head. */
  async function pushed(
    { feed, target }: FeedScope,
    kind: VariantKind,
    limit: number,
    offset: number,
  ): Promise<FeedItemRow[]> {
    return rowsOf(
      `select ${columns} from feeds_items i
       join products_variants v on v.id = i.variant_id join products p on p.id = v.product_id
       where i.feed = ? and i.target = ? and i.last_pushed_at is not null and ${conditions[kind]}
       order by i.last_pushed_at desc nulls last, i.variant_id limit ? offset ?`,
      [feed, target, limit, offset],
    );
  }

  /**
   * The variants that were never pushed, by their ids. Of a left join the planner takes the columns to be as rarely null
   * as in the table: it would expect hardly any row, and read and sort all variants for a page.
   */
  async function unpushed(
    { feed, target }: FeedScope,
    kind: VariantKind,
    limit: number,
    offset: number,
  ): Promise<FeedItemRow[]> {
    return rowsOf(
      `select ${columns} from ${live} left join feeds_items i on i.feed = ? and i.target = ? and i.variant_id = v.id
       where ${conditions[kind]} and not exists (
         select from feeds_items sent
         where sent.feed = ? and sent.target = ? and sent.variant_id = v.id and sent.last_pushed_at is not null
       ) order by v.id limit ? offset ?`,
      [feed, target, feed, target, limit, offset],
    );
  }

  /** All variants or the eligible ones, in two parts, so that a page reads as many rows as it has. */
  async function all(
    { feed, target }: FeedScope,
    kind: VariantKind,
    limit: number,
    offset: number,
  ): Promise<Page<FeedItemRow>> {
    const [every, first] = await Promise.all([
      total(`${kind} variants`, `from ${live} where ${conditions[kind]}`, []),
      total(
        `${feed} ${target} pushed ${kind}`,
        `from feeds_items i join products_variants v on v.id = i.variant_id join products p on p.id = v.product_id
         where i.feed = ? and i.target = ? and i.last_pushed_at is not null and ${conditions[kind]}`,
        [feed, target],
      ),
    ]);
    const head = offset < first ? await pushed({ feed, target }, kind, limit, offset) : [];
    const tail =
      head.length < limit
        ? await unpushed({ feed, target }, kind, limit - head.length, Math.max(offset - first, 0))
        : [];
    return { rows: [...head, ...tail], total: every, limit, offset };
  }

  const stateCounts = createStateCounts(knex);

  return {
    async list({ feed, target }: FeedScope, query: FeedItemsQuery): Promise<Page<FeedItemRow>> {
      const { page, limit, status, search, eligibleOnly } = query;
      const offset = (page - 1) * limit;
      const kind = eligibleOnly ? 'eligible' : 'live';
      if (!status && search === undefined) return all({ feed, target }, kind, limit, offset);

      const filters = [conditions[kind]];
      const bindings: Knex.RawBinding[] = [feed, target];
      if (status === 'never_synced') filters.push('i.variant_id is null');
      else if (status) {
        filters.push('i.status = ?');
        bindings.push(status);
      }
      if (search !== undefined) {
        const pattern = likePattern(search);
        filters.push('(v.id::text ilike ? or v.sku ilike ? or p.title ilike ? or p.slug ilike ?)');
        bindings.push(pattern, pattern, pattern, pattern);
      }
      const join = status && status !== 'never_synced' ? 'join' : 'left join';
      const from = `from ${live} ${join} feeds_items i on i.feed = ? and i.target = ? and i.variant_id = v.id where ${filters.join(' and ')}`;
      const key = `${feed} ${target} ${JSON.stringify([status, search, eligibleOnly])}`;
      // Variants without an item were never pushed: their ids alone are in the order of an index.
      const order = status === 'never_synced' ? 'v.id' : 'i.last_pushed_at desc nulls last, v.id';
      const [rows, matching] = await Promise.all([
        rowsOf(`select ${columns} ${from} order by ${order} limit ? offset ?`, [...bindings, limit, offset]),
        total(key, from, bindings),
      ]);
      return { rows, total: matching, limit, offset };
    },

    /** Failed items, the last ones first. */
    async failed(
      { feed, target }: FeedScope,
      { page, limit }: { page: number; limit: number },
    ): Promise<Page<FailedItemRow>> {
      const offset = (page - 1) * limit;
      const [rows, matching] = await Promise.all([
        query(knex, failedItemColumns)(
          `select variant_id, remote_id, attempts, last_error, last_pushed_at, updated_at from feeds_items
           where feed = ? and target = ? and status = 'failed' order by updated_at desc, variant_id limit ? offset ?`,
          [feed, target, limit, offset],
        ),
        total(
          `${feed} ${target} failed items`,
          `from feeds_items where feed = ? and target = ? and status = 'failed'`,
          [feed, target],
        ),
      ]);
      return { rows, total: matching, limit, offset };
    },

    /** How many items are in each state, and how many intents wait: one statement on indexes, for a few seconds. */
    counts(scope: FeedScope): Promise<FeedCounts> {
      return stateCounts.get(scope);
    },

    /** What still stands in earlier targets. */
    async leftBehind({ feed, target }: FeedScope): Promise<LeftBehindRow[]> {
      return query(knex, leftBehindColumns)(
        `select item.target, count(*)::int as items, max(item.last_pushed_at) as last_pushed_at,
           (select count(*)::int from feeds_intents i where i.feed = ? and i.target = item.target
             and i.state in ('open', 'taken', 'submitted')) as removing,
           max(item.last_error) filter (where item.status = 'failed') as last_error
         from feeds_items item
         where item.feed = ? and item.target <> ? and item.remote_id is not null
         group by item.target order by item.target`,
        [feed, feed, target],
      );
    },

    /** How many variants belong into a feed now. */
    async countEligible(): Promise<number> {
      const rows = await query(knex, { total: integer })(
        `select count(*) as total from ${live} where ${conditions.eligible}`,
      );
      return rows[0]?.total ?? 0;
    },
  };
}

const FRESH_MS = 5_000;

/** The counts of each feed, read at most once in five seconds and never twice at once. */
function createStateCounts(knex: Knex) {
  const cached = new Map<string, { at: number; counts: Promise<FeedCounts> }>();

  async function read({ feed, target }: FeedScope): Promise<FeedCounts> {
    const rows = await query(knex, { status: textOf<keyof FeedCounts>(), total: integer })(
      `select status, count(*) as total from feeds_items where feed = ? and target = ? group by status
       union all
       select 'outboxPending', count(*) from feeds_intents
       where feed = ? and target is null and state in ('open', 'taken', 'submitted')`,
      [feed, target, feed],
    );
    const none = Object.fromEntries([...itemStatuses, 'outboxPending'].map((status) => [status, 0]));
    return {
      ...none,
      ...Object.fromEntries(rows.map(({ status, total }) => [status, total])),
    } as unknown as FeedCounts;
  }

  return {
    get(scope: FeedScope): Promise<FeedCounts> {
      const key = `${scope.feed} ${scope.target}`;
      const known = cached.get(key);
      if (known && Date.now() - known.at < FRESH_MS) return known.counts;
      const counts = read(scope);
      cached.set(key, { at: Date.now(), counts });
      counts.catch(() => cached.delete(key));
      return counts;
    },
  };
}

export type ItemLists = ReturnType<typeof createItemLists>;
