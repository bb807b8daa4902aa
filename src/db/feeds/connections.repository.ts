import { execute } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { FeedId, PauseReason } from '#domain/feeds/feed.js';
import type { FeedDeclaration } from '#domain/feeds/feed-declaration.js';

export interface FeedConnection {
  feed: FeedId;
  connected: boolean;
  /** When the first bootstrap was asked for; from then on changes are collected. */
  startedAt: Date | null;
  /** The target of the last bootstrap. */
  startedTarget: string | null;
  generation: number;
  accountId: string | null;
  scope: string | null;
  connectedAt: Date | null;
  /** Encrypted. */
  credentials: string | null;
  tokenKind: 'user' | 'system_user' | null;
  tokenExpiresAt: Date | null;
  tokenRev: number;
  pauseReason: PauseReason | null;
  pauseMessage: string | null;
  blockedUntil: Date | null;
  nextRoundAt: Date;
  remindedAt: Date | null;
  account: RemoteAccount | null;
  dataSources: { at: string; sources: RemoteDataSource[] } | null;
  quota: QuotaUse | null;
  selection: number;
  selectionStatus: 'requested' | 'selected' | 'refused' | null;
  selectionChoice: CatalogChoice | null;
  selectionError: string | null;
}

/** The remote account as it was last read. */
export interface RemoteAccount {
  /** Missing in rows of earlier versions. */
  readAt?: string;
  id: string;
  name: string | null;
  websiteUrl: string | null;
  reachable: boolean;
}

export interface RemoteDataSource {
  id: string;
  name: string;
  displayName: string;
  input: 'API' | 'FILE' | 'UI' | null;
  isPrimary: boolean;
  contentLanguage: string | null;
  feedLabel: string | null;
}

/** Calls that the remote side allows, and those that were made of them: kept here for all workers. */
export interface QuotaUse {
  minuteLimit: number;
  dayLimit: number;
  readAt: string;
  /** When the next call may be made: calls are spread evenly. */
  nextCallAt: string;
  /** Beginning of the day that `dayUsed` counts. */
  day: string;
  dayUsed: number;
}

export interface CatalogChoice {
  businessId: string;
  businessName: string;
  catalogId: string;
  catalogName: string;
}

export interface NewConnection {
  accountId: string | null;
  scope: string | null;
  credentials: string;
  tokenKind: 'user' | 'system_user' | null;
  tokenExpiresAt: Date | null;
  now: Date;
}

const JSON_COLUMNS = ['account', 'dataSources', 'quota', 'selectionChoice'] as const;

/** The one row of each feed: whether it is connected, with what, and why it does not send. */
export function createConnectionsRepository() {
  async function update(
    tx: Tx,
    feed: FeedId,
    generation: number | null,
    changes: Partial<FeedConnection>,
  ): Promise<boolean> {
    const row: Record<string, unknown> = { ...changes };
    for (const column of JSON_COLUMNS) if (row[column]) row[column] = JSON.stringify(row[column]);
    const rows = tx('feeds_connections').where({ feed });
    if (generation !== null) void rows.where({ generation, connected: true });
    return (await rows.update({ ...row, updatedAt: tx.fn.now() })) > 0;
  }

  return {
    async read(reader: Reader, feed: FeedId): Promise<FeedConnection> {
      const row = (await reader('feeds_connections').where({ feed }).first()) as FeedConnection | undefined;
      if (!row) throw new Error(`There is no connection row of the feed ${feed}`);
      return row;
    },

    async lock(tx: Tx, feed: FeedId): Promise<FeedConnection> {
      const row = (await tx('feeds_connections').where({ feed }).forUpdate().first()) as
        | FeedConnection
        | undefined;
      if (!row) throw new Error(`There is no connection row of the feed ${feed}`);
      return row;
    },

    /** A connection begins. Returns its generation. */
    async connect(tx: Tx, feed: FeedId, connection: NewConnection): Promise<number> {
      const { now, ...rest } = connection;
      const [row] = await tx('feeds_connections')
        .where({ feed })
        .update({
          ...rest,
          connected: true,
          connectedAt: now,
          generation: tx.raw('generation + 1'),
          tokenRev: tx.raw('token_rev + 1'),
          refreshUntil: null,
          remindedAt: null,
          pauseReason: null,
          pauseMessage: null,
          blockedUntil: null,
          nextRoundAt: now,
          account: null,
          dataSources: null,
          quota: null,
          selectionStatus: null,
          selectionChoice: null,
          selectionError: null,
          updatedAt: now,
        })
        .returning('generation');
      await tx.raw(`select pg_notify('live', 'outbox:')`);
      return row?.generation ?? 0;
    },

    async disconnect(tx: Tx, feed: FeedId): Promise<void> {
      await tx('feeds_connections')
        .where({ feed })
        .update({
          connected: false,
          credentials: null,
          tokenKind: null,
          tokenExpiresAt: null,
          accountId: null,
          scope: null,
          connectedAt: null,
          account: null,
          dataSources: null,
          pauseReason: null,
          pauseMessage: null,
          blockedUntil: null,
          selectionStatus: null,
          selectionChoice: null,
          selectionError: null,
          tokenRev: tx.raw('token_rev + 1'),
          updatedAt: tx.fn.now(),
        });
    },

    /** Changes the row of a connection, unless that has ended or was replaced. Returns whether it was changed. */
    update: (tx: Tx, feed: FeedId, generation: number, changes: Partial<FeedConnection>) =>
      update(tx, feed, generation, changes),

    /** Changes what belongs to the feed, connected or not. */
    updateFeed: (tx: Tx, feed: FeedId, changes: Partial<FeedConnection>) => update(tx, feed, null, changes),

    /** One refresh at a time: true for the caller that is to make it. */
    async leaseRefresh(tx: Tx, feed: FeedId, tokenRev: number, seconds: number): Promise<boolean> {
      const rowCount = await execute(
        tx,
        `update feeds_connections set refresh_until = now() + make_interval(secs => ?)
         where feed = ? and connected and token_rev = ? and (refresh_until is null or refresh_until <= now())`,
        [seconds, feed, tokenRev],
      );
      return rowCount > 0;
    },

    async endRefresh(tx: Tx, feed: FeedId): Promise<void> {
      await tx('feeds_connections').where({ feed }).update({ refreshUntil: null });
    },

    /** Replaces the credentials of a connection by newer ones. False when somebody else has done so meanwhile. */
    async replaceCredentials(
      tx: Tx,
      feed: FeedId,
      tokenRev: number,
      changes: Partial<Pick<FeedConnection, 'credentials' | 'tokenExpiresAt' | 'tokenKind' | 'remindedAt'>>,
    ): Promise<boolean> {
      const replaced = await tx('feeds_connections')
        .where({ feed, tokenRev, connected: true })
        .update({ ...changes, tokenRev: tokenRev + 1, refreshUntil: null, updatedAt: tx.fn.now() });
      return replaced > 0;
    },

    /** The next catalog that is asked for. Returns its number. */
    async requestCatalog(tx: Tx, feed: FeedId, choice: CatalogChoice): Promise<number> {
      const [row] = await tx('feeds_connections')
        .where({ feed })
        .update({
          selection: tx.raw('selection + 1'),
          selectionStatus: 'requested',
          selectionChoice: JSON.stringify(choice),
          selectionError: null,
          updatedAt: tx.fn.now(),
        })
        .returning('selection');
      return row?.selection ?? 0;
    },
  };
}

/** SQL, true while a connected feed may send. */
export function maySendSql({ id: feed, needsSelection }: FeedDeclaration): string {
  const ready = needsSelection ? `and selection_status = 'selected'` : '';
  return `exists (select 1 from feeds_connections where feed = '${feed}' and connected ${ready}
    and pause_reason is distinct from 'reconnect_required'
    and (blocked_until is null or blocked_until <= now()) and next_round_at <= now())`;
}

/**
 * SQL, true while an intent can be taken. Until a target was bootstrapped only those by hand can be.
 * @param target the present one; removals from it are never due
 */
export function intentDueSql(feed: FeedId, target: string): string {
  const present = `'${target.replaceAll("'", "''")}'`;
  const started = `exists (select 1 from feeds_connections where feed = '${feed}' and started_target = ${present})`;
  const byHand = `(target is distinct from ${present} and (target is not null or origin in ('resync', 'operator')))`;
  const due = (when: string) => `(
    exists (select 1 from feeds_intents where feed = '${feed}' and ${when} and target is null and ${started})
    or exists (select 1 from feeds_intents where feed = '${feed}' and ${when} and ${byHand}))`;
  return `(${due(`state = 'open' and due_at <= now()`)} or ${due(`state = 'taken' and leased_until <= now()`)})`;
}

export type ConnectionsRepository = ReturnType<typeof createConnectionsRepository>;
