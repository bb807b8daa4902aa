import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { Setting } from '#domain/_shared/setting.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { FeedDeclaration, GetSetting } from './feed-declaration.js';

/** What is set, and what of it is missing: names of setting keys within their group. */
export interface FeedConfiguration {
  oauthClient: 'configured' | 'missing';
  feed: 'configured' | 'missing';
  missingKeys: string[];
}

function keyOf(setting: Setting<unknown>): string {
  return setting.name.slice(setting.name.indexOf('.') + 1);
}

/** The keys that the consent needs and that are blank. */
export function missingOauthKeys(feed: FeedDeclaration, get: GetSetting): string[] {
  return feed.needed.oauth.filter((setting) => get(setting) === '').map(keyOf);
}

/** The currency has to be that of the store: prices are sent as they are. */
function missingFeedKeys({ needed, settings: { currency } }: FeedDeclaration, get: GetSetting): string[] {
  const missing = needed.feed.filter((setting) => get(setting) === '').map(keyOf);
  return get(currency) === get(storeSettings.currency) ? missing : [...missing, keyOf(currency)];
}

export function feedConfiguration(feed: FeedDeclaration, get: GetSetting): FeedConfiguration {
  const oauth = missingOauthKeys(feed, get);
  const own = missingFeedKeys(feed, get);
  return {
    oauthClient: oauth.length > 0 ? 'missing' : 'configured',
    feed: own.length > 0 ? 'missing' : 'configured',
    missingKeys: [...oauth, ...own],
  };
}

/** Settings that change what is sent: a change of one has every variant compared with what was sent. */
export function payloadSettings({ settings, payloadSettings: own }: FeedDeclaration): Setting<unknown>[] {
  return [
    settings.storefrontBaseUrl,
    settings.storefrontProductPath,
    settings.currency,
    settings.defaultCondition,
    settings.variantFields,
    settings.feedMode,
    checkoutSettings.pricesIncludeTax,
    checkoutSettings.defaultTaxLines,
    checkoutSettings.taxShipping,
    ...own,
  ];
}
