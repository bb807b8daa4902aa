import type { ConnectionsRepository, QuotaUse } from '#db/feeds/connections.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { FeedId } from '#domain/feeds/feed.js';
import type { Allowance } from './feed.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Quotas of a day begin anew at noon, UTC. */
const DAY_BEGINS_MS = 12 * HOUR_MS;
/** A round sends what fits into so long: its intents are leased meanwhile. */
const ROUND_MS = 20_000;
/** Limits are counted over there: a little less than what is allowed stays clear of them. */
const SLACK = 1.02;
/** The allowance grows with the account, so it is read again. */
const FRESH_MS = HOUR_MS;

export interface Reservation {
  calls: number;
  /** Until the first call may be made. */
  waitMs: number;
  spacingMs: number;
  /** When the quota of the day begins anew, once it is used up. */
  spentUntil: Date | null;
}

export function quotaDay(now: Date): { began: Date; ends: Date } {
  const began = Math.floor((now.getTime() - DAY_BEGINS_MS) / DAY_MS) * DAY_MS + DAY_BEGINS_MS;
  return { began: new Date(began), ends: new Date(began + DAY_MS) };
}

export function isStale(quota: QuotaUse | null, now: Date): boolean {
  return !quota || now.getTime() - Date.parse(quota.readAt) > FRESH_MS;
}

/**
 * Reserves calls evenly over the minute, in one place for all workers: the row of the connection is locked meanwhile.
 * @param options `fresh` is the allowance, where it was just read
 * @returns as many calls as a round may make, perhaps none
 */
export async function reserveCalls(
  connections: ConnectionsRepository,
  tx: Tx,
  feed: FeedId,
  options: { wanted: number; fresh: Allowance | null; now: Date },
): Promise<Reservation> {
  const { wanted, fresh, now } = options;
  const { quota } = await connections.lock(tx, feed);
  const { began, ends } = quotaDay(now);
  const today = quota && quota.day === began.toISOString() ? quota.dayUsed : 0;
  const known = fresh ?? quota ?? { minuteLimit: 1, dayLimit: 1 };
  const used = fresh ? Math.max(fresh.dayUsed, today) : today;
  const spacingMs = (MINUTE_MS / Math.max(known.minuteLimit, 1)) * SLACK;
  const left = Math.max(known.dayLimit - used, 0);
  const calls = Math.min(wanted, left, Math.max(Math.floor(ROUND_MS / spacingMs), 1));
  const firstCallAt = new Date(Math.max(now.getTime(), quota?.nextCallAt ? Date.parse(quota.nextCallAt) : 0));
  const next: QuotaUse = {
    minuteLimit: known.minuteLimit,
    dayLimit: known.dayLimit,
    readAt: fresh ? now.toISOString() : (quota?.readAt ?? now.toISOString()),
    nextCallAt: new Date(firstCallAt.getTime() + calls * spacingMs).toISOString(),
    day: began.toISOString(),
    dayUsed: used + calls,
  };
  await connections.updateFeed(tx, feed, { quota: next });
  const waitMs = firstCallAt.getTime() - now.getTime();
  return { calls, waitMs, spacingMs, spentUntil: left === 0 && wanted > 0 ? ends : null };
}
