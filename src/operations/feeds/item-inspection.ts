import { createConnectionsRepository, type FeedConnection } from '#db/feeds/connections.repository.js';
import { readFeedVariants } from '#db/feeds/feed-variants.query.js';
import { createIntentsRepository, type OpenIntent } from '#db/feeds/intents.repository.js';
import { createItemsRepository, type FeedItem } from '#db/feeds/items.repository.js';
import type { IntentOrigin } from '#domain/feeds/feed.js';
import type { MissingField } from '#domain/feeds/variant-fields.js';
import { type FeedVariant, ineligibleBecause } from '#domain/feeds/feed-variant.js';
import type { Platform } from '#operations/platform.js';
import type { Feed } from './feed.js';
import { changedFields, type FieldDifference } from './field-differences.js';
import { mappedHash } from './payload-hash.js';

/** What one variant is in a feed now, was before, and will be. */
export interface InspectedItem {
  variant: FeedVariant;
  item: FeedItem | null;
  /** Whether it belongs into the feed, and why it is not sent: one without a price belongs there all the same. */
  eligibility: { eligible: boolean; reason: string | null };
  /** Exactly what the next push would send. */
  payload: object | null;
  /** What the remote side will miss in it. */
  missing: MissingField[];
  /** What tells it from what was sent before. */
  hash: string | null;
}

export interface ExplainedItem extends InspectedItem {
  intent: OpenIntent | null;
  /** What the open intent waits for; null without one. */
  waitsFor: string | null;
  differences: FieldDifference[];
  /** Whether the next push would be sent, and not end as unchanged. */
  changed: boolean;
}

/** Looks at single variants of a feed. */
export function createItemInspection({ knex, clock }: Pick<Platform, 'knex' | 'clock'>, feed: Feed) {
  const items = createItemsRepository();
  const intents = createIntentsRepository();
  const connections = createConnectionsRepository();

  /** Null for a variant that is not in the catalog. */
  async function inspect(variantId: string): Promise<InspectedItem | null> {
    const variant = (await readFeedVariants(knex, [variantId])).get(variantId);
    if (!variant || variant.variantDeleted || variant.productDeleted) return null;
    const item = await items.find(knex, { feed: feed.id, target: feed.target() }, variantId);
    const now = clock.now();
    const mapped = feed.map(variant, now);
    const eligible = ineligibleBecause(variant, now) === null;
    const reason = 'skip' in mapped ? mapped.skip : null;
    const payload = 'payload' in mapped ? mapped.payload : null;
    const missing = 'payload' in mapped ? mapped.missing : [];
    const hash = 'payload' in mapped ? mappedHash(mapped, feed.mapperVersion) : null;
    return { variant, item, eligibility: { eligible, reason }, payload, missing, hash };
  }

  return {
    inspect,

    async explain(variantId: string): Promise<ExplainedItem | null> {
      const inspected = await inspect(variantId);
      if (!inspected) return null;
      const { item, payload } = inspected;
      const [intent, connection] = await Promise.all([
        intents.newestOpen(knex, feed.id, variantId),
        connections.read(knex, feed.id),
      ]);
      return {
        ...inspected,
        intent,
        waitsFor: intent && waitsFor(intent, heldBack(intent, feed, connection, clock.now()), clock.now()),
        differences: changedFields(item?.payload ?? null, payload),
        changed: inspected.hash !== (item?.hash ?? null),
      };
    },
  };
}

export type ItemInspection = ReturnType<typeof createItemInspection>;

/** Why a feed sends nothing at the moment; null while it does. */
export function holdsBack(feed: Feed, connection: FeedConnection, now: Date): string | null {
  const { title, needsSelection } = feed.declaration;
  if (!connection.connected) return `the ${title} is not connected`;
  if (connection.pauseReason === 'reconnect_required') return `the ${title} has to be connected again`;
  if (!feed.syncEnabled()) return 'sync_enabled is off';
  const { missingKeys } = feed.configuration();
  if (missingKeys.length > 0) return `settings are missing: ${missingKeys.join(', ')}`;
  if (needsSelection && connection.selectionStatus !== 'selected') return 'no catalog is selected';
  if (connection.blockedUntil && connection.blockedUntil > now)
    return `the ${title} is paused: ${connection.pauseReason ?? 'unknown'}`;
  if (connection.startedTarget === feed.target()) return null;
  return connection.startedTarget === null
    ? 'a bootstrap, which sends every eligible variant'
    : `a bootstrap: the items were sent to ${connection.startedTarget}`;
}

const byHand: readonly IntentOrigin[] = ['resync', 'operator'];

/** What an operator asked for goes before a bootstrap, too. */
function heldBack({ origin }: OpenIntent, feed: Feed, connection: FeedConnection, now: Date): string | null {
  const startedTarget = byHand.includes(origin) ? feed.target() : connection.startedTarget;
  return holdsBack(feed, { ...connection, startedTarget }, now);
}

function waitsFor({ state, dueAt, error }: OpenIntent, held: string | null, now: Date): string {
  if (state === 'submitted') return 'the batch that the remote side works on';
  if (state === 'taken') return 'the round that sends it now';
  if (held) return held;
  return dueAt > now
    ? `${error ?? 'an earlier intent of the variant'}, until ${dueAt.toISOString()}`
    : 'the next round';
}
