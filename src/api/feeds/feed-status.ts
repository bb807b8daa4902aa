import { iso } from '#api/kernel/values.js';
import type { FeedConnection } from '#db/feeds/connections.repository.js';
import type { LeftBehindRow } from '#db/feeds/items-list.query.js';
import type { Feed } from '#operations/feeds/feed.js';
import { holdsBack } from '#operations/feeds/item-inspection.js';

/** Instants so far away mean "not before an operator acts". */
const NEVER_YEAR = 9_000;

/** What both status reads say of a connection: why nothing is sent, if nothing is. */
export function connectionResponse(
  feed: Feed,
  connection: FeedConnection,
  leftBehind: readonly LeftBehindRow[],
  now: Date,
) {
  const { connected, pauseReason, pauseMessage, blockedUntil } = connection;
  const isPaused =
    pauseReason !== null && (pauseReason === 'reconnect_required' || (blockedUntil ?? now) > now);
  const until = blockedUntil && blockedUntil.getUTCFullYear() < NEVER_YEAR ? blockedUntil : null;
  return {
    connected,
    accountId: connection.accountId,
    connectedAt: iso(connection.connectedAt),
    scope: connection.scope,
    syncEnabled: feed.syncEnabled(),
    feedMode: feed.mode(),
    reconnectRequired: pauseReason === 'reconnect_required',
    paused: isPaused ? { reason: pauseReason, message: pauseMessage, until: iso(until) } : null,
    waitsFor: holdsBack(feed, connection, now),
    target: feed.target() || null,
    startedAt: iso(connection.startedAt),
    started: connection.startedTarget !== null && connection.startedTarget === feed.target(),
    leftBehind: leftBehind.map(({ lastPushedAt, ...row }) => ({ ...row, lastPushedAt: iso(lastPushedAt) })),
  };
}
