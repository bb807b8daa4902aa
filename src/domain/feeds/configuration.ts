import type { Setting } from '#domain/_shared/setting.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { FeedId } from './feed.js';
import { merchantFeedSettings } from '#domain/merchant-feed/merchant-feed.settings.js';
import { socialCatalogSettings } from '#domain/social-catalog/social-catalog.settings.js';

/** Reads the value in effect of a setting. */
export type GetSetting = <T>(setting: Setting<T>) => T;

/** What is set, and what of it is missing: names of setting keys within their group. */
export interface FeedConfiguration {
  oauthClient: 'configured' | 'missing';
  feed: 'configured' | 'missing';
  missingKeys: string[];
}

const merchant = merchantFeedSettings;
const social = socialCatalogSettings;

const neededSettings: Readonly<
  Record<FeedId, { oauth: Setting<string>[]; feed: Setting<string>[]; currency: Setting<string> }>
> = {
  merchant: {
    oauth: [merchant.oauthClientId, merchant.oauthClientSecret],
    feed: [
      merchant.merchantId,
      merchant.dataSourceId,
      merchant.storefrontBaseUrl,
      merchant.storefrontProductPath,
    ],
    currency: merchant.currency,
  },
  social: {
    oauth: [social.appId, social.appSecret, social.redirectUri],
    feed: [social.storefrontBaseUrl, social.storefrontProductPath],
    currency: social.currency,
  },
};

function keyOf(setting: Setting<unknown>): string {
  return setting.name.slice(setting.name.indexOf('.') + 1);
}

/**
 * Where the items of a feed stand: merchant account and data source, or catalog. Items, counts and passes are kept by
 * it. Empty while it is not set.
 */
export function targetOf(feed: FeedId, get: GetSetting): string {
  if (feed === 'social') return get(social.catalogId);
  const [merchantId, dataSourceId] = [get(merchant.merchantId), get(merchant.dataSourceId)];
  return merchantId && dataSourceId ? `${merchantId}-${dataSourceId}` : '';
}

/** The keys that the consent needs and that are blank. */
export function missingOauthKeys(feed: FeedId, get: GetSetting): string[] {
  return neededSettings[feed].oauth.filter((setting) => get(setting) === '').map(keyOf);
}

/** The currency has to be that of the store: prices are sent as they are. */
function missingFeedKeys(feed: FeedId, get: GetSetting): string[] {
  const { feed: settings, currency } = neededSettings[feed];
  const missing = settings.filter((setting) => get(setting) === '').map(keyOf);
  return get(currency) === get(storeSettings.currency) ? missing : [...missing, keyOf(currency)];
}

export function feedConfiguration(feed: FeedId, get: GetSetting): FeedConfiguration {
  const oauth = missingOauthKeys(feed, get);
  const own = missingFeedKeys(feed, get);
  return {
    oauthClient: oauth.length > 0 ? 'missing' : 'configured',
    feed: own.length > 0 ? 'missing' : 'configured',
    missingKeys: [...oauth, ...own],
  };
}

/** Settings that change what is sent: a change of one has every variant compared with what was sent. */
export function payloadSettings(feed: FeedId): Setting<unknown>[] {
  const shared = feed === 'merchant' ? merchant : social;
  const common = [
    shared.storefrontBaseUrl,
    shared.storefrontProductPath,
    shared.currency,
    shared.defaultCondition,
    shared.variantFields,
    shared.feedMode,
  ];
  return feed === 'merchant'
    ? [...common, merchant.language, merchant.country, merchant.merchantId, merchant.dataSourceId]
    : common;
}

/** The settings that both feeds have. */
export function feedSettings(feed: FeedId) {
  return feed === 'merchant' ? merchant : social;
}
