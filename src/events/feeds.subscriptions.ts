import { originOf } from '#domain/_shared/context.js';
import { feedConfiguration, payloadSettings } from '#domain/feeds/configuration.js';
import type { FeedId } from '#domain/feeds/feed.js';
import type { FeedDeclaration } from '#domain/feeds/feed-declaration.js';
import { feedsEvents } from '#domain/feeds/feeds.events.js';
import { registeredFeeds } from '#domain/feeds/registered-feeds.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import { productImportsEvents } from '#domain/product-imports/product-imports.events.js';
import { productsEvents } from '#domain/products/products.events.js';
import { settingsChanged } from '#domain/settings/settings.events.js';
import { taxonomyChanged } from '#domain/taxonomy/taxonomy.events.js';
import { vendorReactivated, vendorSellingChanged, vendorSuspended } from '#domain/vendors/vendors.events.js';
import { feedBacklog } from '#db/feeds/feed-backlog.query.js';
import { intentDueSql, maySendSql } from '#db/feeds/connections.repository.js';
import {
  type FeedPassInput,
  passFeed,
  passRequestedSignal,
  revokeFeed,
  type RevokeFeedInput,
} from '#workflows/feeds/feeds.contract.js';
import { drain, each, fanOutRows, type OwnRows, type Subscription } from './subscription.js';

const FAN_OUT = 'feeds-fan-out';
/** Rounds of a feed collect for a moment; its interval is a setting. */
const GAP_MS = 250;

const changes = [
  productsEvents.created,
  productsEvents.updated,
  productsEvents.deleted,
  productsEvents.variantCreated,
  productsEvents.variantUpdated,
  productsEvents.variantDeleted,
  productImportsEvents.imported,
  inventoryEvents.adjusted,
  inventoryEvents.levelUpdated,
];
const wideChanges = [
  taxonomyChanged,
  vendorSuspended,
  vendorReactivated,
  vendorSellingChanged,
  feedsEvents.bootstrapRequested,
];

/** A feed that may not send keeps neither relay nor engine busy. */
function intentRows(feed: FeedDeclaration): OwnRows {
  return {
    gapMs: GAP_MS,
    backlog: feedBacklog(feed.id),
    due: ({ settings }) => {
      const isOff = !settings.get(feed.settings.syncEnabled);
      const { missingKeys } = feedConfiguration(feed, (setting) => settings.get(setting));
      const target = feed.target((setting) => settings.get(setting));
      if (isOff || missingKeys.length > 0 || target === '') return null;
      return `(${maySendSql(feed)} and ${intentDueSql(feed.id, target)})`;
    },
  };
}

const settingNames = (feed: FeedDeclaration) => new Set(payloadSettings(feed).map(({ name }) => name));

/** None for a feed that is not registered. */
export function feedsSubscriptionsFor(feeds: readonly FeedDeclaration[]): readonly Subscription[] {
  if (feeds.length === 0) return [];
  return [
    drain('feeds-intents', changes, 'feeds', { gapMs: 2_000 }),
    drain(FAN_OUT, wideChanges, 'feeds', fanOutRows(FAN_OUT)),
    ...feeds.map((feed) => drain(`feeds-${feed.id}`, [], 'feeds', intentRows(feed))),
    each<{ scope: string; keys: string[] }, FeedPassInput>('feeds-settings', [settingsChanged], (event) => {
      const feed = feeds.find((item) => event.payload.keys.some((key) => settingNames(item).has(key)));
      if (!feed) return null;
      return {
        contract: passFeed,
        input: { pass: `reconcile-${feed.id}` },
        signal: { name: passRequestedSignal.name, args: [] },
      };
    }),
    each<{ feed: FeedId; revocationId: string | null }, RevokeFeedInput>(
      'feeds-revoke',
      [feedsEvents.disconnected],
      (event) => {
        const { feed, revocationId } = event.payload;
        if (!revocationId) return null;
        return { contract: revokeFeed, input: { feed, revocationId, origin: originOf(event) } };
      },
    ),
  ];
}

export const feedsSubscriptions = feedsSubscriptionsFor(registeredFeeds);
