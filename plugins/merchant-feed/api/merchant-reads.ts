import {
  AppError,
  type Context,
  createConnectionsRepository,
  type FeedConnection,
  HttpCallError,
  type PluginPlatform,
  type RemoteAccount,
  remoteCall,
  type RemoteDataSource,
} from 'haat/plugin';
import { merchantFeed } from '../domain/merchant-feed.feed.js';
import { merchantFeedSettings } from '../domain/merchant-feed.settings.js';
import { merchantFailure } from '../integrations/merchant-failure.js';
import { dataSourceOf } from '../operations/data-source.js';
import type { MerchantRemote } from '../operations/merchant-remote.js';

/** How long a reading is reused: several people look at a page, and each looks twice. */
const FRESH_MS = 60_000;
/** A page of the status waits no longer for somebody else's service. */
const ACCOUNT_TIMEOUT_MS = 5_000;

/** The account as the remote side says of it; `reachable` is false where the grant may not see it. */
export type ReadAccount = RemoteAccount & { readAt: string };

export interface ReadSources {
  readAt: string;
  sources: RemoteDataSource[];
}

type Deps = Pick<PluginPlatform, 'knex' | 'unitOfWork' | 'settings' | 'clock' | 'logger'> & {
  remote: MerchantRemote;
};

/** What is read of the merchant account when somebody asks, at most once a minute. */
export function createMerchantReads({ knex, unitOfWork, settings, clock, logger, remote }: Deps) {
  const connections = createConnectionsRepository();
  /** An account that could not be read, with its connection: so that not every request waits for the same. */
  let failed: { at: number; generation: number } | null = null;
  /** Requests at once are one read. */
  let reading: Promise<ReadAccount | null> | null = null;
  const isFresh = (at: string | number | undefined) =>
    at !== undefined && clock.now().getTime() - new Date(at).getTime() < FRESH_MS;

  async function keep(
    ctx: Context,
    generation: number,
    changes: Pick<Partial<FeedConnection>, 'account' | 'dataSources'>,
  ): Promise<void> {
    await unitOfWork.run(ctx, (tx) => connections.update(tx, 'merchant', generation, changes));
  }

  async function readAccount(ctx: Context, generation: number): Promise<ReadAccount | null> {
    const signal = AbortSignal.timeout(ACCOUNT_TIMEOUT_MS);
    const readAt = clock.now().toISOString();
    try {
      const read = await remote.call((client, token) => client.readAccount(token, signal));
      const account = { ...read, reachable: true, readAt };
      failed = null;
      await keep(ctx, generation, { account });
      return account;
    } catch (error) {
      if (!(error instanceof AppError || error instanceof HttpCallError)) throw error;
      if (error instanceof HttpCallError && merchantFailure(error).kind === 'no_access') {
        const id = settings.get(merchantFeedSettings.merchantId);
        const account = { id, name: null, websiteUrl: null, reachable: false, readAt };
        failed = null;
        await keep(ctx, generation, { account });
        return account;
      }
      logger.info({ err: error }, 'the merchant account could not be read');
      failed = { at: clock.now().getTime(), generation };
      return null;
    }
  }

  return {
    /** Null while the feed is not connected, and while the account cannot be reached. @param refresh reads it whatever is known */
    async account(
      ctx: Context,
      { connected, pauseReason, account, generation }: FeedConnection,
      refresh: boolean,
    ): Promise<ReadAccount | null> {
      if (!connected || pauseReason === 'reconnect_required') return null;
      if (!refresh) {
        if (failed?.generation === generation && isFresh(failed.at)) return null;
        const isPresent = account?.id === settings.get(merchantFeedSettings.merchantId);
        if (account?.readAt && isPresent && isFresh(account.readAt))
          return { ...account, readAt: account.readAt };
      }
      reading ??= readAccount(ctx, generation).finally(() => (reading = null));
      return reading;
    },

    /**
     * The data sources of a connected account. Where the account allows no further read of them today, those that were read
     * last, with their time.
     * @throws AppError remoteCallFailed
     */
    async dataSources(ctx: Context, refresh: boolean): Promise<ReadSources> {
      const { dataSources: known, generation } = await connections.read(knex, 'merchant');
      if (known && !refresh && isFresh(known.at)) return { readAt: known.at, sources: known.sources };
      const readAt = clock.now().toISOString();
      try {
        const found = await remote.call((client, token) => client.listDataSources(token));
        const sources = found.map(dataSourceOf);
        await keep(ctx, generation, { dataSources: { at: readAt, sources } });
        return { readAt, sources };
      } catch (error) {
        if (known && error instanceof HttpCallError && isUsedUp(error))
          return { readAt: known.at, sources: known.sources };
        return await remoteCall(merchantFeed, logger, () => Promise.reject(error as Error));
      }
    },

    /** Adds a source that was created to those that are known, which creating one does not read again. */
    async addSource(ctx: Context, created: RemoteDataSource): Promise<void> {
      const { dataSources: known, generation } = await connections.read(knex, 'merchant');
      if (!known) return;
      await keep(ctx, generation, { dataSources: { ...known, sources: [...known.sources, created] } });
    },
  };
}

function isUsedUp(error: HttpCallError): boolean {
  const { kind } = merchantFailure(error);
  return kind === 'throttled' || kind === 'day_used_up';
}
