import {
  awaitSettled,
  type CatalogChoice,
  configurationResponse,
  type ConnectionErrors,
  connectionResponse,
  type Context,
  createConnectionsRepository,
  createFeedConnection,
  createFeedItems,
  diagnosticsOf,
  type FeedConnection,
  type FeedDiagnostics,
  feedsEvents,
  feedWarnings,
  type FoundIssue,
  iso,
  originOf,
  type PluginPlatform,
  readPages,
  remoteCall,
} from 'haat/plugin';
import { socialCatalogErrors } from '../domain/social-catalog.errors.js';
import { socialCatalogSettings } from '../domain/social-catalog.settings.js';
import { createSocialFeed } from '../operations/social-feed.js';
import { createSocialRemote } from '../operations/social-remote.js';
import { issueOf, remoteStatusOf } from './remote-status.js';
import type { RemoteStatus } from './social-catalog.schemas.js';
import { socialFeed } from '../domain/social-catalog.feed.js';

const SELECTION_WAIT_MS = 20_000;
/** Of five hundred items each: somebody waits for the response. */
const DIAGNOSTIC_PAGES = 40;

const connectionErrors: ConnectionErrors = {
  misconfigured: (...made) => socialCatalogErrors.misconfigured(...made),
  oauthStateInvalid: () => socialCatalogErrors.oauthStateInvalid(),
  oauthExchangeFailed: (...made) => socialCatalogErrors.oauthExchangeFailed(...made),
};

export function createSocialCatalogService(platform: PluginPlatform) {
  const { unitOfWork, settings, clock, audit, logger, live, outbox, gateway, config } = platform;
  const remote = createSocialRemote(platform);
  const feed = createSocialFeed(platform, remote);
  const connections = createConnectionsRepository();
  const connection = createFeedConnection(platform, socialFeed, connectionErrors);
  const items = createFeedItems(platform, feed);
  const redirectUri = () => settings.get(socialCatalogSettings.redirectUri);
  const call: typeof remote.call = (work) => remoteCall(socialFeed, logger, () => remote.call(work));

  async function exchange(code: string) {
    const client = remote.client();
    const { accessToken, expiresInSeconds } = await client.exchangeCode(code, redirectUri());
    const lasts = expiresInSeconds === null ? null : expiresInSeconds * 1_000;
    return {
      accountId: null,
      scope: client.scope,
      tokenKind: 'user' as const,
      tokenExpiresAt: lasts === null ? null : new Date(clock.now().getTime() + lasts),
      credentials: { accessToken, refreshToken: null },
    };
  }

  function selectionOf({ tokenKind, selectionStatus, selectionError, selectionChoice }: FeedConnection) {
    const choice = selectionChoice ?? {
      businessId: null,
      businessName: null,
      catalogId: null,
      catalogName: null,
    };
    const systemUserId = settings.get(socialCatalogSettings.systemUserId) || null;
    return {
      tokenKind,
      status: selectionStatus ?? ('none' as const),
      error: selectionError,
      ...choice,
      systemUserId: selectionStatus === 'selected' ? systemUserId : null,
    };
  }

  async function probe(variantId: string): Promise<RemoteStatus> {
    await items.get(variantId);
    await connection.assertConnected();
    const catalogId = settings.get(socialCatalogSettings.catalogId);
    if (!catalogId) return remoteStatusOf(variantId, null);
    return remoteStatusOf(
      variantId,
      await call((client, token) => client.readItem(token, catalogId, variantId)),
    );
  }

  return {
    ...items,
    probe,
    disconnect: (ctx: Context) => connection.disconnect(ctx),

    async removeTarget(ctx: Context, target: string, count: number): Promise<number> {
      await connection.assertConnected();
      return items.removeTarget(ctx, target, count);
    },

    /** The consent page. @throws AppError social_catalog_misconfigured */
    async startOauth(ctx: Context, browser: string): Promise<string> {
      connection.assertOauthConfigured();
      // The setting takes http for localhost, which is for development alone.
      if (config.production && !redirectUri().startsWith('https://')) {
        throw socialCatalogErrors.misconfigured(
          { keys: 'redirect_uri, which must be https' },
          { missingKeys: ['redirect_uri'] },
        );
      }
      return remote.client().consentUrl(await connection.newState(ctx, browser), redirectUri());
    },

    finishOauth: (
      ctx: Context,
      query: Parameters<typeof connection.callback>[1],
      browser: string | undefined,
    ) => connection.callback(ctx, query, { browser: browser ?? '', exchange }),

    async status() {
      const row = await connection.read();
      const configuration = configurationResponse(feed.configuration(), feedWarnings(socialFeed, settings));
      return {
        ...connectionResponse(feed, row, await items.leftBehind(), clock.now()),
        configuration,
        missingKeys: configuration.missingKeys,
        selection: selectionOf(row),
        tokenExpiresAt: iso(row.tokenExpiresAt),
        counts: await items.counts(),
      };
    },

    /** What the catalog refuses to show, by reason, over its items. */
    async diagnostics(): Promise<FeedDiagnostics> {
      await connection.assertConnected();
      const catalogId = settings.get(socialCatalogSettings.catalogId);
      const issues: FoundIssue[] = [];
      let read = 0;
      const list = (after: string | undefined) =>
        call((client, token) => client.listItems(token, catalogId, after));
      const complete =
        !catalogId ||
        (await readPages(
          list,
          (items) => {
            read += items.length;
            for (const { retailer_id: variantId = '', errors = [] } of items)
              for (const error of errors) issues.push(issueOf(variantId, error));
          },
          DIAGNOSTIC_PAGES,
        ));
      return diagnosticsOf(read, issues, complete);
    },

    /** Businesses with at least one catalog. */
    async businesses() {
      await connection.assertConnected();
      return call(async (client, token) => {
        const found = [];
        for (const business of await client.businesses(token)) {
          const ownedCatalogs = await client.ownedCatalogs(token, business.id);
          const clientCatalogs = await client.clientCatalogs(token, business.id);
          if (ownedCatalogs.length + clientCatalogs.length > 0)
            found.push({ ...business, ownedCatalogs, clientCatalogs });
        }
        return found;
      });
    },

    /**
     * Has a workflow select a catalog and waits for it.
     * @throws AppError catalogRefused, with the words of the remote side; CONFLICT while disconnected
     */
    async selectCatalog(ctx: Context, choice: CatalogChoice) {
      await connection.assertConnected();
      await gateway.assertAvailable();
      const selection = await unitOfWork.run(ctx, async (tx) => {
        const { generation } = await connections.lock(tx, 'social');
        const requested = await connections.requestCatalog(tx, 'social', choice);
        await audit.record(tx, ctx, [
          { entity: 'feed', entityId: 'social', action: 'select_catalog', after: choice },
        ]);
        await live.publish(tx, 'feed', 'social');
        const payload = { feed: 'social' as const, generation, selection: requested };
        outbox.append(tx, originOf(ctx), feedsEvents.catalogRequested, 'social', payload, {
          handOver: true,
        });
        return requested;
      });
      const read = async () => {
        const row = await connection.read();
        if (row.selectionStatus !== 'requested') return row;
        // The same catalog chosen once more meanwhile is waited for; another one is not.
        const { businessId, catalogId } = row.selectionChoice ?? {};
        const isSame = businessId === choice.businessId && catalogId === choice.catalogId;
        return row.selection !== selection && !isSame ? row : undefined;
      };
      const settled = await awaitSettled(live, 'feed', 'social', read, SELECTION_WAIT_MS);
      if (settled && settled.selectionStatus !== 'selected')
        throw socialCatalogErrors.catalogRefused({
          reason: settled.selectionError ?? 'another one was chosen',
        });
      const { tokenKind } = settled ?? (await connection.read());
      // The worker wrote them: the values of this process may be older.
      if (settled) await settings.refresh();
      return {
        status: settled ? ('selected' as const) : ('requested' as const),
        businessId: choice.businessId,
        catalogId: choice.catalogId,
        tokenKind,
        systemUserId: settled ? settings.get(socialCatalogSettings.systemUserId) || null : null,
      };
    },

    /** What the remote side says of an item; null when it cannot be asked now. */
    async remoteWord(variantId: string): Promise<RemoteStatus | null> {
      const { connected, pauseReason } = await connection.read();
      if (!connected || pauseReason === 'reconnect_required') return null;
      return probe(variantId).catch((error: unknown) => {
        logger.info({ err: error, variantId }, 'an item could not be looked at');
        return null;
      });
    },
  };
}

export type SocialCatalogService = ReturnType<typeof createSocialCatalogService>;
