import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import type { FeedId } from '#domain/feeds/feed.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export type FeedPassName = 'boundaries' | 'refresh' | 'reconcile';

export interface FeedPassInput {
  /** Which pass of which feed. */
  pass: `${FeedPassName}-${FeedId}`;
}

/** What a pass has looked at and found to be sent. */
export interface FeedPassResult {
  variants: number;
  appended: number;
}

/** A setting that enters payloads was changed: the pass begins once more with it. */
export const passRequestedSignal = defineSignal('requested');

/**
 * One pass over the variants of a feed: `boundaries` finds special prices and publications whose time has come,
 * `refresh` items that were pushed long ago, `reconcile` items whose payload differs from what was sent. Started by its
 * schedule, `reconcile` also by a changed setting. A repeat appends nothing that waits already.
 */
export const passFeed = contract<FeedPassInput, FeedPassResult>()({
  name: 'passFeed',
  ...entityIds<FeedPassInput>('feeds-pass', ({ pass }) => pass),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: ({ pass }) => `Pass over the variants of a feed: ${pass}`,
  signals: { requested: passRequestedSignal },
});

export interface RevokeFeedInput {
  feed: FeedId;
  revocationId: string;
  origin: Origin;
}

/**
 * Revokes the credentials of an ended connection at the remote side, retried for a day, and deletes them then whatever
 * became of it. Started by the event of the disconnection; revoking again is harmless.
 */
export const revokeFeed = contract<RevokeFeedInput>()({
  name: 'revokeFeed',
  ...entityIds<RevokeFeedInput>('feeds-revoke', ({ revocationId }) => revocationId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: ({ feed }) => `Revoke the credentials of the ${feed} feed`,
});

/** What a connection is waiting for. */
export type ConnectionStep =
  | 'registering'
  | 'waiting for the registration'
  | 'reading the account'
  | 'waiting for a catalog'
  | 'checking the catalog'
  | 'finding the system user'
  | 'assigning the catalog'
  | 'installing the app'
  | 'minting the token'
  | 'checking the token'
  | 'done';

export const connectionStepQuery = defineQuery<ConnectionStep>('step');
