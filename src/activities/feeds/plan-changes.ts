import type { FeedItem, ItemResult } from '#db/feeds/items.repository.js';
import { DAILY_UPDATES_SPENT, type IntentResult, type TakenIntent } from '#db/feeds/intents.repository.js';
import { REFRESH_AFTER_DAYS } from '#domain/feeds/feed.js';
import type { FeedVariant } from '#domain/feeds/feed-variant.js';
import { canonicalJson } from '#lib/crypto.js';
import type { Feed, FeedChange } from '#operations/feeds/feed.js';
import { mappedHash } from '#operations/feeds/payload-hash.js';

const DAY_MS = 86_400_000;

/** The end of an intent: what it makes of its item, and of itself. */
export interface Settled {
  intent: IntentResult;
  item: ItemResult | null;
}

export interface PlannedChange extends FeedChange {
  intent: TakenIntent;
  hash: string | null;
  before: FeedItem | undefined;
  /** For an item that leaves the feed: why; null for one that an operator removed. */
  leaves: string | null;
  /** Removes the name by which it was known: the same intent sends it under the present one then. */
  renames?: boolean;
}

export interface Plan {
  /** What needs no call. */
  settled: Settled[];
  /** In the order of their intents. */
  changes: PlannedChange[];
}

export function doneIntent({ id, attempts }: TakenIntent): IntentResult {
  return { id, state: 'done', attempts, error: null, dueAt: null, handleId: null };
}

/**
 * What is to be done for each intent: nothing, because its payload was sent before or the variant never was over there;
 * a push; or a delete.
 */
export function planChanges(
  feed: Feed,
  intents: readonly TakenIntent[],
  variants: ReadonlyMap<string, FeedVariant>,
  items: ReadonlyMap<string, FeedItem>,
  now: Date,
): Plan {
  const plan: Plan = { settled: [], changes: [] };
  for (const intent of intents) {
    const before = items.get(intent.variantId);
    const planned = planOne(feed, intent, variants.get(intent.variantId), before, now);
    if ('settled' in planned) plan.settled.push(planned.settled);
    else plan.changes.push({ ...planned.change, intent, before });
  }
  return plan;
}

type Item = { settled: Settled } | { change: Omit<PlannedChange, 'intent' | 'before'> };

function planOne(
  feed: Feed,
  intent: TakenIntent,
  variant: FeedVariant | undefined,
  before: FeedItem | undefined,
  now: Date,
): Item {
  const { id: intentId, variantId } = intent;
  const settled = (item: Pick<ItemResult, 'status' | 'lastError' | 'withdrawn'> | null): Item => ({
    settled: { intent: doneIntent(intent), item: item && { variantId, intentId, attempts: 0, ...item } },
  });
  const removal = (leaves: string | null): Item => ({
    change: {
      intentId,
      variantId,
      remoteId: before?.remoteId ?? feed.remoteIdOf(variantId),
      kind: 'delete',
      payload: null,
      hash: null,
      leaves,
      version,
    },
  });
  // Also a state that is sent again is a later one: a try before may have arrived after all.
  const version = Math.max(intent.createdAt.getTime(), (before?.sentVersion ?? 0) + 1);

  const wasSent = !!before?.remoteId;
  if (intent.kind === 'delete') {
    if (wasSent) return removal(null);
    // Nothing is over there; what is known of the item stays, apart from the operator's request.
    return settled(before ? { status: before.status, lastError: before.lastError, withdrawn: true } : null);
  }

  const mapped = variant ? feed.map(variant, now) : { skip: 'variant_deleted' as const };
  if ('skip' in mapped) {
    return wasSent ? removal(mapped.skip) : settled({ status: 'skipped', lastError: mapped.skip });
  }
  const remoteId = feed.remoteIdOf(variantId);
  // Language, country and label are part of the name: under a new one the old product would stay for good.
  if (before?.remoteId && before.remoteId !== remoteId)
    return {
      change: {
        intentId,
        variantId,
        remoteId: before.remoteId,
        kind: 'delete',
        payload: null,
        hash: null,
        leaves: null,
        version,
        renames: true,
      },
    };
  const { payload } = mapped;
  const hash = mappedHash(mapped, feed.mapperVersion);
  if (before?.hash === hash && isFresh(before, now)) return settled({ status: 'synced', lastError: null });
  if (before && spentDailyUpdates(feed, before, payload, now)) {
    const dueAt = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
    const result = { ...doneIntent(intent), state: 'open' as const, error: DAILY_UPDATES_SPENT, dueAt };
    return { settled: { intent: result, item: null } };
  }
  return { change: { intentId, variantId, remoteId, kind: 'upsert', payload, hash, leaves: null, version } };
}

function isFresh({ lastPushedAt }: FeedItem, now: Date): boolean {
  return !!lastPushedAt && now.getTime() - lastPushedAt.getTime() < REFRESH_AFTER_DAYS * DAY_MS;
}

/** The remote side asks for at most so many updates of an item a day; price and availability go at once all the same. */
function spentDailyUpdates(feed: Feed, before: FeedItem, payload: object, now: Date): boolean {
  const most = feed.declaration.dailyUpdates;
  if (most === null || !before.payload || before.hash === null) return false;
  const today = now.toISOString().slice(0, 10);
  if (before.updatesOn !== today || before.updates < most) return false;
  const urgent = (item: object) => canonicalJson(feed.urgentPart(item));
  return urgent(before.payload) === urgent(payload);
}
