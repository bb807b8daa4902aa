import { originOf } from '#domain/_shared/context.js';
import { feedConfiguration, feedSettings, payloadSettings, targetOf } from '#domain/feeds/configuration.js';
import { type FeedId, registeredFeeds } from '#domain/feeds/feed.js';
import { feedsEvents } from '#domain/feeds/feeds.events.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import { productImportsEvents } from '#domain/product-imports/product-imports.events.js';
import { productsEvents } from '#domain/products/products.events.js';
import { settingsChanged } from '#domain/settings/settings.events.js';
import { taxonomyChanged } from '#domain/taxonomy/taxonomy.events.js';
import { vendorReactivated, vendorSuspended } from '#domain/vendors/vendors.events.js';
import { feedBacklog } from '#db/feeds/feed-backlog.query.js';
import { handleDueSql } from '#db/feeds/handles.repository.js';
import { intentDueSql, maySendSql } from '#db/feeds/connections.repository.js';
import {
  type FeedPassInput,
  passFeed,
  passRequestedSignal,
  revokeFeed,
  type RevokeFeedInput,
} from '#workflows/feeds/feeds.contract.js';
import {
  connectMerchantFeed,
  type ConnectMerchantFeedInput,
  merchantConnectionChangedSignal,
} from '#workflows/merchant-feed/merchant-feed.contract.js';
import {
  connectSocialCatalog,
  type ConnectSocialCatalogInput,
  socialConnectionChangedSignal,
} from '#workflows/social-catalog/social-catalog.contract.js';
import { drain, each, fanOutRows, type OwnRows, type Subscription } from './subscription.js';

const FAN_OUT = 'feeds-fan-out';
/** Rounds of a feed collect for a moment; its interval is a setting. */
const GAP_MS = 250;

const changes = [
  ...[productsEvents.created, productsEvents.updated, productsEvents.deleted],
  ...[productsEvents.variantCreated, productsEvents.variantUpdated, productsEvents.variantDeleted],
  ...[productImportsEvents.imported, inventoryEvents.adjusted, inventoryEvents.levelUpdated],
];
const wideChanges = [taxonomyChanged, vendorSuspended, vendorReactivated, feedsEvents.bootstrapRequested];

/** A feed that may not send keeps neither relay nor engine busy. */
function intentRows(feed: FeedId): OwnRows {
  return {
    gapMs: GAP_MS,
    backlog: feedBacklog(feed),
    due: ({ settings }) => {
      const isOff = !settings.get(feedSettings(feed).syncEnabled);
      const { missingKeys } = feedConfiguration(feed, (setting) => settings.get(setting));
      const target = targetOf(feed, (setting) => settings.get(setting));
      if (isOff || missingKeys.length > 0 || target === '') return null;
      return `(${maySendSql(feed)} and ${intentDueSql(feed, target)})`;
    },
  };
}

const settingNames = (feed: FeedId) => new Set(payloadSettings(feed).map(({ name }) => name));

const merchantSubscriptions: readonly Subscription[] = [
  each<{ feed: FeedId; generation: number }, ConnectMerchantFeedInput>(
    'feeds-connect-merchant',
    [feedsEvents.connected],
    (event) => {
      if (event.payload.feed !== 'merchant') return null;
      const { generation } = event.payload;
      return {
        contract: connectMerchantFeed,
        input: { generation, origin: originOf(event) },
        signal: { name: merchantConnectionChangedSignal.name, args: [{ generation }] },
      };
    },
  ),
];

/** Batches are looked at also while nothing may be sent. */
const POLL_GAP_MS = 500;

const socialSubscriptions: readonly Subscription[] = [
  drain('feeds-social-polls', [], 'feeds', { due: () => handleDueSql('social'), gapMs: POLL_GAP_MS }),
  each<{ feed: FeedId; generation: number }, ConnectSocialCatalogInput>(
    'feeds-connect-social',
    [feedsEvents.connected, feedsEvents.catalogRequested, feedsEvents.disconnected],
    (event) => {
      if (event.payload.feed !== 'social') return null;
      const { generation } = event.payload;
      return {
        contract: connectSocialCatalog,
        input: { generation, origin: originOf(event) },
        signal: { name: socialConnectionChangedSignal.name, args: [{ generation }] },
      };
    },
  ),
];

/** None for a feed that is not registered. */
export function feedsSubscriptionsFor(feeds: readonly FeedId[]): readonly Subscription[] {
  if (feeds.length === 0) return [];
  return [
    drain('feeds-intents', changes, 'feeds', { gapMs: 2_000 }),
    drain(FAN_OUT, wideChanges, 'feeds', fanOutRows(FAN_OUT)),
    ...feeds.map((feed) => drain(`feeds-${feed}`, [], 'feeds', intentRows(feed))),
    each<{ scope: string; keys: string[] }, FeedPassInput>('feeds-settings', [settingsChanged], (event) => {
      const feed = feeds.find((item) => event.payload.keys.some((key) => settingNames(item).has(key)));
      if (!feed) return null;
      return {
        contract: passFeed,
        input: { pass: `reconcile-${feed}` },
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
    ...(feeds.includes('merchant') ? merchantSubscriptions : []),
    ...(feeds.includes('social') ? socialSubscriptions : []),
  ];
}

export const feedsSubscriptions = feedsSubscriptionsFor(registeredFeeds);
