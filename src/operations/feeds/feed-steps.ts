import { permissionHolders } from '#db/access/permission-holders.query.js';
import { createConnectionsRepository, type FeedConnection } from '#db/feeds/connections.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type Context, originOf } from '#domain/_shared/context.js';
import type { FeedId, PauseReason } from '#domain/feeds/feed.js';
import { feedsEvents } from '#domain/feeds/feeds.events.js';
import { feedOf } from '#domain/feeds/registered-feeds.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';

export interface Pause {
  reason: PauseReason;
  message: string;
  /** Null is not before an operator acts. */
  until: Date | null;
}

/** As good as never; an operator lifts it before. */
const NOT_BY_ITSELF = new Date('9999-01-01T00:00:00Z');

type Deps = Pick<OperationDeps, 'outbox' | 'live' | 'mail'>;

/** What changes the connection of a feed, with its events and mails. */
export const createFeedSteps = builtOnce(({ outbox, live, mail }: Deps) => {
  const connections = createConnectionsRepository();

  /** Mails the users who may manage the feed, once for each connection and cause. */
  async function notifyHolders(
    tx: Tx,
    ctx: Context,
    connection: Pick<FeedConnection, 'feed' | 'generation'>,
    template: 'feed.reconnect_required' | 'feed.token_expiring' | 'feed.catalog_reminder',
    variables: Record<string, unknown> = {},
  ): Promise<void> {
    const { title, permissions } = feedOf(connection.feed);
    const holders = await permissionHolders(tx, permissions.manage);
    await mail.enqueueAll(
      tx,
      originOf(ctx),
      holders.map(({ id, email, name }) => ({
        template,
        role: 'admin' as const,
        to: email,
        variables: { customerName: name, feedName: title, ...variables },
        dedupeKey: `${template}:${connection.feed}:${connection.generation}:${id}`,
      })),
    );
  }

  return {
    notifyHolders,

    /** The row of a feed, locked. */
    connectionOf: (tx: Tx, feed: FeedId) => connections.lock(tx, feed),

    /** Stops sending. The connection of another generation is left alone. */
    async pause(tx: Tx, feed: FeedId, generation: number, { reason, message, until }: Pause): Promise<void> {
      await connections.update(tx, feed, generation, {
        pauseReason: reason,
        pauseMessage: message.slice(0, 1_000),
        blockedUntil: until ?? NOT_BY_ITSELF,
      });
      await live.publish(tx, 'feed', feed);
    },

    /** The grant is dead: nothing is sent until somebody connects again. */
    async requireReconnect(
      tx: Tx,
      ctx: Context,
      feed: FeedId,
      generation: number,
      message: string,
    ): Promise<void> {
      const connection = await connections.lock(tx, feed);
      const over = !connection.connected || connection.generation !== generation;
      if (over || connection.pauseReason === 'reconnect_required') return;
      await connections.update(tx, feed, generation, {
        pauseReason: 'reconnect_required',
        pauseMessage: message.slice(0, 1_000),
        blockedUntil: NOT_BY_ITSELF,
      });
      outbox.append(tx, originOf(ctx), feedsEvents.reconnectRequired, feed, { feed, generation });
      await notifyHolders(tx, ctx, connection, 'feed.reconnect_required', { reason: message });
      await live.publish(tx, 'feed', feed);
    },

    /** Sends again at once what a pause held back, unless the grant is dead. */
    async lift(tx: Tx, feed: FeedId): Promise<void> {
      const { pauseReason } = await connections.lock(tx, feed);
      if (pauseReason === 'reconnect_required') return;
      const blockedUntil = null;
      await connections.updateFeed(tx, feed, { pauseReason: null, pauseMessage: null, blockedUntil });
      await tx.raw(`select pg_notify('live', 'outbox:')`);
    },
  };
});

export type FeedSteps = ReturnType<typeof createFeedSteps>;
