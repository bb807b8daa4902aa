import { defineEvent } from '#domain/_shared/event.js';
import type { FeedId } from './feed.js';

interface FeedPayload {
  feed: FeedId;
  /** Counts the connections of the feed, so that work for an earlier one is distinguished from that for the current one. */
  generation: number;
}

export const feedsEvents = {
  connected: defineEvent<FeedPayload>('feed.connected', 'feed', 'A feed was connected by its consent'),
  disconnected: defineEvent<FeedPayload & { revocationId: string | null }>(
    'feed.disconnected',
    'feed',
    'A feed was disconnected; its credentials are to be revoked',
  ),
  catalogRequested: defineEvent<FeedPayload & { selection: number }>(
    'feed.catalog_requested',
    'feed',
    'A catalog was chosen for the social feed',
  ),
  catalogSelected: defineEvent<FeedPayload & { catalogId: string }>(
    'feed.catalog_selected',
    'feed',
    'The chosen catalog is ready to be written to',
  ),
  reconnectRequired: defineEvent<FeedPayload>(
    'feed.reconnect_required',
    'feed',
    'The credentials of a feed are no longer accepted',
  ),
  bootstrapRequested: defineEvent<{ feed: FeedId }>(
    'feed.bootstrap_requested',
    'feed',
    'Every eligible variant is to be sent to a feed',
  ),
  reconcileRequested: defineEvent<{ feed: FeedId; why: string }>(
    'feed.reconcile_requested',
    'feed',
    'Every variant of a feed is to be compared with what was sent',
  ),
  revoked: defineEvent<{ feed: FeedId; revocationId: string }>(
    'feed.credentials_revoked',
    'feed',
    'The credentials of an ended connection were revoked or given up',
  ),
};
