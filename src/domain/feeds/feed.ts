/** An external catalog that variants are sent to. */
export type FeedId = string;

/** States of an item that are kept; `never_synced` stands for a variant without an item. */
export const itemStatuses = ['pending', 'submitted', 'synced', 'failed', 'skipped', 'deleted'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export type IntentKind = 'upsert' | 'delete';
/** What wrote an intent. */
export type IntentOrigin =
  | 'event'
  | 'bootstrap'
  | 'resync'
  | 'operator'
  | 'boundary'
  | 'refresh'
  | 'reconcile'
  | 'fan_out';

/** Why a feed sends nothing although it is connected. */
export type PauseReason =
  | 'reconnect_required'
  | 'not_registered'
  | 'no_access'
  | 'account_refused'
  | 'repeated_refusals'
  | 'quota_used_up'
  | 'unavailable';

/** The remote side drops an item 30 days after its last push, so that an unchanged one is pushed again before. */
export const REFRESH_AFTER_DAYS = 25;
/** Failures of one intent until it ends as `failed`. */
export const MAX_ATTEMPTS = 10;
/** As many equal refusals in a row pause the feed instead of failing every item. */
export const EQUAL_REFUSALS = 50;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 3_600_000;

/** How long after so many failed tries the next one comes. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS);
}
