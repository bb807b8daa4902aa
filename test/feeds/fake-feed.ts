import { createFeedPasses } from '#activities/feeds/feed-passes.activities.js';
import { createPushPass } from '#activities/feeds/push-intents.js';
import { defaultVariantFieldMap } from '#domain/feeds/variant-fields.js';
import { mapSocialItem } from '#plugins/social-catalog/domain/map-item.js';
import { merchantFeed } from '#plugins/merchant-feed/domain/merchant-feed.feed.js';
import type { ChangeOutcome, Feed, FeedChange, Halt } from '#operations/feeds/feed.js';
import type { Container } from '#runtime/container.js';

const settings = {
  storefrontBaseUrl: 'https://store.example.com',
  storefrontProductPath: '/p/{slug}',
  currency: 'INR',
  condition: 'new' as const,
  apiBaseUrl: 'https://api.example.com',
  variantFields: defaultVariantFieldMap,
  pricing: { pricesIncludeTax: true, defaultTaxRules: [], taxShipping: true, currency: 'INR' },
};

/** A feed whose remote side is a map; tests say what it returns. */
export interface FakeFeed extends Feed {
  remote: Map<string, object>;
  sent: FeedChange[];
  /** The response to a change; what is undefined succeeds. */
  response: (change: FeedChange) => ChangeOutcome | { halt: Halt } | undefined;
  dryRun: boolean;
  batch: number;
}

export function createFakeFeed(): FakeFeed {
  const feed: FakeFeed = {
    id: 'merchant',
    declaration: merchantFeed,
    revoke: () => Promise.resolve(),
    remote: new Map(),
    sent: [],
    response: () => undefined,
    dryRun: false,
    target: () => 'fake',
    batch: 500,
    configuration: () => ({ oauthClient: 'configured', feed: 'configured', missingKeys: [] }),
    mode: () => (feed.dryRun ? 'dry_run' : 'live'),
    syncEnabled: () => true,
    intervalSeconds: () => 0,
    batchSize: () => feed.batch,
    fingerprint: () => 'fake',
    map: (variant, now) => mapSocialItem(variant, settings, now),
    mapperVersion: 1,
    remoteIdOf: (variantId) => variantId,
    urgentPart: (payload) => {
      const { price, availability } = payload as Record<string, unknown>;
      return { price, availability };
    },
    callsFor: (changes) => changes,
    readAllowance: () => Promise.resolve({ minuteLimit: 6_000_000, dayLimit: 1_000_000, dayUsed: 0 }),
    send(changes) {
      const outcomes = new Map<number, ChangeOutcome>();
      for (const change of changes) {
        feed.sent.push(change);
        const response = feed.response(change) ?? { kind: 'done' };
        if ('halt' in response) return Promise.resolve({ outcomes, halt: response.halt });
        outcomes.set(change.intentId, response);
        if (response.kind !== 'done') continue;
        if (change.payload) feed.remote.set(change.remoteId, change.payload);
        else feed.remote.delete(change.remoteId);
      }
      return Promise.resolve({ outcomes });
    },
  };
  return feed;
}

/** The rounds and passes of a feed, one at a time. */
export function roundsOf(container: Container, feed: Feed) {
  const push = createPushPass(container, feed);
  const passes = createFeedPasses(container);
  const control = { heartbeat: () => undefined, signal: new AbortController().signal };
  const round = () => push({ ...control, limit: 500 });
  return {
    round,
    async untilIdle(): Promise<void> {
      for (let rounds = 0; rounds < 100; rounds += 1) if ((await round()).taken === 0) return;
      throw new Error('The feed does not come to rest');
    },
    boundaries: () => passes.boundaries(feed, () => undefined),
    refresh: () => passes.refresh(feed, () => undefined),
    reconcile: () => passes.reconcile(feed, () => undefined, control.signal, undefined),
  };
}
