import { createConnectionsRepository, type NewConnection } from '#db/feeds/connections.repository.js';
import { createOauthStatesRepository } from '#db/feeds/oauth-states.repository.js';
import { createRevocationsRepository } from '#db/feeds/revocations.repository.js';
import { type Context, originOf } from '#domain/_shared/context.js';
import type { AppError } from '#domain/_shared/app-error.js';
import type { ErrorFactory } from '#domain/_shared/error-catalogue.js';
import { missingOauthKeys } from '#domain/feeds/configuration.js';
import type { FeedDeclaration } from '#domain/feeds/feed-declaration.js';
import { feedsErrors } from '#domain/feeds/feeds.errors.js';
import { feedsEvents } from '#domain/feeds/feeds.events.js';
import { randomToken, sha256 } from '#lib/crypto.js';
import type { FeedCredentials } from '#operations/feeds/feed.js';
import type { PluginPlatform } from '#operations/plugins/plugin-platform.js';

const STATE_MS = 10 * 60_000;
/** Reasons of the remote side are shown; whole pages of HTML are not. */
const MAX_REASON = 300;

type Deps = Pick<
  PluginPlatform,
  'knex' | 'unitOfWork' | 'settings' | 'keyring' | 'outbox' | 'audit' | 'clock' | 'config' | 'live' | 'logger'
>;

export interface CallbackQuery {
  code?: string;
  state?: string;
  error?: string;
  error_description?: string;
}

/** What a consent has brought: everything of the new connection but what is encrypted. */
export interface Consent extends Omit<NewConnection, 'credentials' | 'now'> {
  credentials: FeedCredentials;
}

export interface ConnectionErrors {
  misconfigured(...made: Parameters<ErrorFactory>): AppError;
  oauthStateInvalid(): AppError;
  oauthExchangeFailed(...made: Parameters<ErrorFactory>): AppError;
}

/** Consent and disconnection of a feed: the state is single use, kept as a hash, and good for ten minutes. */
export function createFeedConnection(deps: Deps, declaration: FeedDeclaration, errors: ConnectionErrors) {
  const { knex, unitOfWork, settings, keyring, outbox, audit, clock, config, live, logger } = deps;
  const { id: feed } = declaration;
  const connections = createConnectionsRepository();
  const states = createOauthStatesRepository();
  const revocations = createRevocationsRepository();
  const browserHash = (browser: string | undefined) => (browser === undefined ? null : sha256(browser));

  return {
    read: () => connections.read(knex, feed),

    /** @throws AppError misconfigured, naming each key */
    assertOauthConfigured(): void {
      const missingKeys = missingOauthKeys(declaration, (setting) => settings.get(setting));
      if (missingKeys.length === 0) return;
      throw errors.misconfigured({ keys: missingKeys.join(', ') }, { missingKeys });
    },

    /** @throws AppError CONFLICT while the feed is not connected, or has to be connected again */
    async assertConnected(): Promise<void> {
      const { connected, pauseReason } = await connections.read(knex, feed);
      if (!connected || pauseReason === 'reconnect_required')
        throw feedsErrors.notConnected({ feed: declaration.title });
    },

    /** A state for the consent. @param browser what the browser that begins is known by, where the feed binds it */
    async newState(ctx: Context, browser?: string): Promise<string> {
      const state = randomToken();
      await unitOfWork.run(ctx, (tx) =>
        states.insert(tx, {
          stateHash: sha256(state),
          feed,
          browserHash: browserHash(browser),
          expiresAt: new Date(clock.now().getTime() + STATE_MS),
        }),
      );
      return state;
    },

    /**
     * Takes what the consent page sends back: spends the state, exchanges the code, stores the tokens.
     * @returns where to send the browser; null for a response in JSON
     * @throws AppError oauthStateInvalid, oauthExchangeFailed
     */
    async callback(
      ctx: Context,
      query: CallbackQuery,
      options: { browser?: string; exchange: (code: string) => Promise<Consent> },
    ): Promise<string | null> {
      const spent = await unitOfWork.run(ctx, (tx) =>
        states.spend(tx, {
          stateHash: sha256(query.state ?? ''),
          feed,
          now: clock.now(),
          browserHash: browserHash(options.browser),
        }),
      );
      if (!spent) {
        const error = errors.oauthStateInvalid();
        logger.warn({ feed, errorCode: error.code }, 'state of a consent refused');
        throw error;
      }
      if (query.error !== undefined) throw refused(denialOf(query.error, query.error_description));
      if (!query.code) throw refused('the callback has no code');
      const consent = await options.exchange(query.code).catch((error: unknown) => {
        throw refused(error instanceof Error ? reasonOf(error) : 'the code was refused', error);
      });
      await connect(ctx, consent);
      const { PUBLIC_ADMIN_URL: adminUrl } = config;
      return adminUrl ? `${adminUrl.replace(/\/+$/, '')}${declaration.adminPath}?connected=1` : null;
    },

    /** Deletes the credentials at once; a workflow revokes them at the remote side. A repeat changes nothing. */
    async disconnect(ctx: Context): Promise<void> {
      await unitOfWork.run(ctx, async (tx) => {
        const { connected, credentials, generation, accountId } = await connections.lock(tx, feed);
        if (!connected) return;
        const revocationId = credentials ? await revocations.insert(tx, feed, credentials) : null;
        await connections.disconnect(tx, feed);
        await audit.record(tx, ctx, [
          { entity: 'feed', entityId: feed, action: 'disconnect', before: { accountId } },
        ]);
        await live.publish(tx, 'feed', feed);
        const payload = { feed, generation, revocationId };
        outbox.append(tx, originOf(ctx), feedsEvents.disconnected, feed, payload, { handOver: true });
      });
    },
  };

  function refused(reason: string, cause?: unknown) {
    return errors.oauthExchangeFailed({ reason: reason.slice(0, MAX_REASON) }, { cause });
  }

  async function connect(ctx: Context, { credentials, ...consent }: Consent): Promise<void> {
    await unitOfWork.run(ctx, async (tx) => {
      const encrypted = keyring.encrypt(JSON.stringify(credentials));
      await connections.lock(tx, feed);
      const generation = await connections.connect(tx, feed, {
        ...consent,
        credentials: encrypted,
        now: clock.now(),
      });
      const { accountId, scope, tokenKind } = consent;
      await audit.record(tx, ctx, [
        { entity: 'feed', entityId: feed, action: 'connect', after: { accountId, scope, tokenKind } },
      ]);
      await live.publish(tx, 'feed', feed);
      outbox.append(tx, originOf(ctx), feedsEvents.connected, feed, { feed, generation }, { handOver: true });
    });
  }
}

/** `access_denied: The user said no`: the word that programs know, and what people are told. */
function denialOf(error: string, description: string | undefined): string {
  return description && description !== error ? `${error}: ${description}` : error;
}

/** The words of the remote side, without what our client puts around them. */
function reasonOf(error: Error & { reason?: unknown }): string {
  return typeof error.reason === 'string' ? error.reason : error.message;
}

export type FeedConnectionService = ReturnType<typeof createFeedConnection>;
