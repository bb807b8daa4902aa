import {
  configurationResponse,
  type ConnectionErrors,
  connectionResponse,
  type Context,
  countsResponse,
  createFeedConnection,
  createFeedItems,
  diagnosticsOf,
  type FeedDiagnostics,
  feedWarnings,
  type FoundIssue,
  HttpCallError,
  type PluginPlatform,
  readPages,
  remoteCall,
  type RemoteDataSource,
} from 'haat/plugin';
import { merchantProductId } from '../domain/map-product-input.js';
import { merchantFeedErrors } from '../domain/merchant-feed.errors.js';
import { merchantFeedSettings } from '../domain/merchant-feed.settings.js';
import { merchantFailure } from '../integrations/merchant-failure.js';
import { dataSourceOf } from '../operations/data-source.js';
import { createMerchantFeed } from '../operations/merchant-feed.js';
import { createMerchantRemote } from '../operations/merchant-remote.js';
import { createMerchantReads, type ReadSources } from './merchant-reads.js';
import { googleStatusOf, notFoundStatus } from './google-status.js';
import type { GoogleStatus } from './merchant-feed.schemas.js';
import { merchantFeed } from '../domain/merchant-feed.feed.js';

export const CALLBACK_PATH = '/admin/merchant-feed/oauth/callback';

const connectionErrors: ConnectionErrors = {
  misconfigured: (...made) => merchantFeedErrors.misconfigured(...made),
  oauthStateInvalid: () => merchantFeedErrors.oauthStateInvalid(),
  oauthExchangeFailed: (...made) => merchantFeedErrors.oauthExchangeFailed(...made),
};

/** Of a thousand products each: somebody waits for the response. */
const DIAGNOSTIC_PAGES = 20;

export interface NewSource {
  displayName: string;
  contentLanguage?: string;
  feedLabel?: string;
  countries?: string[];
}

export function createMerchantFeedService(platform: PluginPlatform) {
  const { unitOfWork, settings, config, clock, audit, logger, operations } = platform;
  const remote = createMerchantRemote(platform);
  const feed = createMerchantFeed(platform, remote);
  const reads = createMerchantReads({ ...platform, remote });
  const connection = createFeedConnection(platform, merchantFeed, connectionErrors);
  const items = createFeedItems(platform, feed);
  const redirectUri = () => `${config.PUBLIC_API_BASE_URL}${CALLBACK_PATH}`;
  const call: typeof remote.call = (work) => remoteCall(merchantFeed, logger, () => remote.call(work));

  async function exchange(code: string) {
    const { accessToken, refreshToken, expiresInSeconds, scope } = await remote
      .oauth()
      .exchangeCode(code, redirectUri());
    if (!refreshToken) throw new Error('the provider gave no refresh token');
    return {
      accountId: settings.get(merchantFeedSettings.merchantId) || null,
      scope,
      tokenKind: null,
      tokenExpiresAt: new Date(clock.now().getTime() + expiresInSeconds * 1_000),
      credentials: { accessToken, refreshToken },
    };
  }

  async function probe(variantId: string): Promise<GoogleStatus> {
    await items.get(variantId);
    await connection.assertConnected();
    const { language, country } = merchantFeedSettings;
    const id = merchantProductId(
      { language: settings.get(language), feedLabel: settings.get(country) },
      variantId,
    );
    return call(async (client, token) => {
      try {
        return googleStatusOf(await client.readProduct(token, id));
      } catch (error) {
        if (error instanceof HttpCallError && merchantFailure(error).kind === 'not_found')
          return notFoundStatus;
        throw error;
      }
    });
  }

  return {
    ...items,
    probe,
    disconnect: (ctx: Context) => connection.disconnect(ctx),

    /** @param refresh reads them whatever is known */
    async dataSources(ctx: Context, refresh: boolean): Promise<ReadSources> {
      await connection.assertConnected();
      return reads.dataSources(ctx, refresh);
    },

    async removeTarget(ctx: Context, target: string, count: number): Promise<number> {
      await connection.assertConnected();
      return items.removeTarget(ctx, target, count);
    },

    /** The consent page. @throws AppError merchant_feed_misconfigured */
    async startOauth(ctx: Context): Promise<string> {
      connection.assertOauthConfigured();
      return remote.oauth().consentUrl(await connection.newState(ctx), redirectUri());
    },

    finishOauth: (ctx: Context, query: Parameters<typeof connection.callback>[1]) =>
      connection.callback(ctx, query, { exchange }),

    /** @param refresh reads the account whatever is known */
    async status(ctx: Context, refresh: boolean) {
      const row = await connection.read();
      const dataSourceId = settings.get(merchantFeedSettings.dataSourceId);
      const source = row.dataSources?.sources.find(({ id }) => id === dataSourceId);
      const account = await reads.account(ctx, row, refresh);
      return {
        ...connectionResponse(feed, row, await items.leftBehind(), clock.now()),
        configuration: configurationResponse(feed.configuration(), feedWarnings(merchantFeed, settings)),
        merchantAccount: account && {
          merchantId: account.id,
          name: account.name,
          websiteUrl: account.websiteUrl,
          reachable: account.reachable,
          readAt: account.readAt,
        },
        dataSource: dataSourceId ? { dataSourceId, name: source?.displayName ?? null } : null,
        counts: countsResponse(await items.counts()),
      };
    },

    /** What the account disapproves or shows less, by reason, over the processed products. */
    async diagnostics(): Promise<FeedDiagnostics> {
      await connection.assertConnected();
      const issues: FoundIssue[] = [];
      let read = 0;
      const complete = await readPages(
        (after) => call((client, token) => client.listProducts(token, after)),
        (products) => {
          read += products.length;
          for (const { name, productStatus } of products) {
            const variantId = name.split('~').at(-1) ?? name;
            for (const {
              code,
              severity = null,
              attribute = null,
              description = null,
            } of productStatus?.itemLevelIssues ?? [])
              issues.push({ variantId, code: code ?? 'unknown', severity, attribute, description });
          }
        },
        DIAGNOSTIC_PAGES,
      );
      return diagnosticsOf(read, issues, complete);
    },

    /** Registers the cloud project; one that is registered says so. */
    async register(ctx: Context) {
      await connection.assertConnected();
      const alreadyRegistered = await call(async (client, token) => {
        try {
          await client.register(token);
          return false;
        } catch (error) {
          if (error instanceof HttpCallError && merchantFailure(error).kind === 'already_exists') return true;
          throw error;
        }
      });
      await unitOfWork.run(ctx, async (tx) => {
        await operations.feedSteps.lift(tx, 'merchant');
        await audit.record(tx, ctx, [
          { entity: 'feed', entityId: 'merchant', action: 'register', after: { alreadyRegistered } },
        ]);
      });
      const message = alreadyRegistered
        ? 'The cloud project is already registered with the merchant account'
        : 'The cloud project was registered; it takes effect within about five minutes';
      return { registered: true, alreadyRegistered, message };
    },

    async createDataSource(ctx: Context, { displayName, ...given }: NewSource): Promise<RemoteDataSource> {
      await connection.assertConnected();
      const country = settings.get(merchantFeedSettings.country);
      const wanted = {
        displayName,
        contentLanguage: given.contentLanguage ?? settings.get(merchantFeedSettings.language),
        feedLabel: given.feedLabel ?? country,
        countries: given.countries ?? [country],
      };
      const created = dataSourceOf(await call((client, token) => client.createDataSource(token, wanted)));
      await reads.addSource(ctx, created);
      await unitOfWork.run(ctx, (tx) =>
        audit.record(tx, ctx, [
          { entity: 'feed', entityId: 'merchant', action: 'create_data_source', after: created },
        ]),
      );
      return created;
    },

    /** What the remote side says of an item; null when it cannot be asked now. */
    async remoteWord(variantId: string): Promise<GoogleStatus | null> {
      const { connected, pauseReason } = await connection.read();
      if (!connected || pauseReason === 'reconnect_required') return null;
      return probe(variantId).catch((error: unknown) => {
        logger.info({ err: error, variantId }, 'an item could not be looked at');
        return null;
      });
    },
  };
}

export type MerchantFeedService = ReturnType<typeof createMerchantFeedService>;
