import { createConnectionsRepository, type FeedConnection } from '#db/feeds/connections.repository.js';
import { awaitSettled } from '#db/kernel/await-settled.js';
import { systemContext } from '#domain/_shared/context.js';
import type { FeedDeclaration } from '#domain/feeds/feed-declaration.js';
import { feedsErrors } from '#domain/feeds/feeds.errors.js';
import type { FeedCredentials } from './feed.js';
import type { FeedPlatform } from './feed-platform.js';

export interface FeedToken {
  accessToken: string;
  rev: number;
  generation: number;
}

/** The grant is dead: the connection waits for another consent. */
export class DeadGrantError extends Error {}

export interface RefreshedToken extends FeedCredentials {
  expiresAt: Date;
}

type Deps = Pick<FeedPlatform, 'knex' | 'unitOfWork' | 'keyring' | 'live' | 'clock' | 'operations'>;

/** A token that ends so soon is refreshed before it is used. */
const SPARE_MS = 60_000;
/** Longer than a refresh takes; should its process die, another one begins anew. */
const REFRESH_SECONDS = 20;

/**
 * The access token of a feed. It is refreshed before it expires, once for however many callers and processes: the
 * others wait for the row.
 * @param refresh asks the remote side; null where tokens cannot be refreshed. @throws DeadGrantError
 */
export function createFeedTokens(
  { knex, unitOfWork, keyring, live, clock, operations }: Deps,
  { id: feed, title }: FeedDeclaration,
  refresh: ((refreshToken: string) => Promise<RefreshedToken>) | null,
) {
  const connections = createConnectionsRepository();
  const context = () => systemContext({ name: `feeds-${feed}` }, clock.now());

  function open(connection: FeedConnection): FeedCredentials {
    if (!connection.connected || !connection.credentials || connection.pauseReason === 'reconnect_required')
      throw feedsErrors.notConnected({ feed: title });
    return JSON.parse(keyring.decrypt(connection.credentials)) as FeedCredentials;
  }

  function tokenOf(connection: FeedConnection): FeedToken {
    const { tokenRev: rev, generation } = connection;
    return { accessToken: open(connection).accessToken, rev, generation };
  }

  const expiresSoon = ({ tokenExpiresAt }: FeedConnection) =>
    !!tokenExpiresAt && tokenExpiresAt.getTime() - clock.now().getTime() < SPARE_MS;

  /** Makes the refresh, or waits for the one under way. */
  async function renewed(connection: FeedConnection): Promise<FeedToken> {
    const { refreshToken } = open(connection);
    if (!refresh || !refreshToken) {
      await die(connection, 'The token has expired');
      throw feedsErrors.notConnected({ feed: title });
    }
    const mine = await unitOfWork.run(context(), (tx) =>
      connections.leaseRefresh(tx, feed, connection.tokenRev, REFRESH_SECONDS),
    );
    return mine ? refreshNow(connection, refreshToken, refresh) : othersToken(connection.tokenRev);
  }

  async function refreshNow(
    connection: FeedConnection,
    refreshToken: string,
    ask: NonNullable<typeof refresh>,
  ): Promise<FeedToken> {
    try {
      const { accessToken, refreshToken: next, expiresAt } = await ask(refreshToken);
      const credentials = keyring.encrypt(
        JSON.stringify({ accessToken, refreshToken: next ?? refreshToken }),
      );
      await unitOfWork.run(context(), async (tx) => {
        const changes = { credentials, tokenExpiresAt: expiresAt };
        await connections.replaceCredentials(tx, feed, connection.tokenRev, changes);
        await live.publish(tx, 'feed', feed);
      });
    } catch (error) {
      await unitOfWork.run(context(), (tx) => connections.endRefresh(tx, feed));
      if (!(error instanceof DeadGrantError)) throw error;
      await die(connection, error.message);
      throw feedsErrors.notConnected({ feed: title }, { cause: error });
    }
    return tokenOf(await connections.read(knex, feed));
  }

  async function othersToken(rev: number): Promise<FeedToken> {
    const read = async () => {
      const now = await connections.read(knex, feed);
      const over = now.tokenRev !== rev || !now.connected || now.pauseReason === 'reconnect_required';
      return over ? now : undefined;
    };
    const settled = await awaitSettled(live, 'feed', feed, read, REFRESH_SECONDS * 1_000);
    return tokenOf(settled ?? (await connections.read(knex, feed)));
  }

  async function die(connection: FeedConnection, message: string): Promise<void> {
    const ctx = context();
    await unitOfWork.run(ctx, (tx) =>
      operations.feedSteps.requireReconnect(tx, ctx, feed, connection.generation, message),
    );
  }

  return {
    /** A token that is good for a minute at least. @throws AppError CONFLICT while the feed is not connected */
    async current(): Promise<FeedToken> {
      const connection = await connections.read(knex, feed);
      const token = tokenOf(connection);
      return expiresSoon(connection) ? renewed(connection) : token;
    },

    /** Another token than the one that was refused. @throws AppError CONFLICT when there is none */
    async renew(refused: FeedToken): Promise<FeedToken> {
      const connection = await connections.read(knex, feed);
      return connection.tokenRev === refused.rev ? renewed(connection) : tokenOf(connection);
    },

    /** The remote side takes no token of this connection any more. */
    async die(generation: number, message: string): Promise<void> {
      await die({ generation } as FeedConnection, message);
    },
  };
}

export type FeedTokens = ReturnType<typeof createFeedTokens>;
