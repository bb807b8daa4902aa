import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { FeedId } from '#domain/feeds/feed.js';
import { merchantFeedSettings } from '#domain/merchant-feed/merchant-feed.settings.js';
import type { SettingsReader } from '#lib/settings.js';

/** The merchant account shows no product there without shipping costs. */
const SHIPPING_REQUIRED_IN = 'IN';

/** What an operator should know although the feed works: the prices of feeds have to be what buyers pay. */
export function feedWarnings(feed: FeedId, settings: Pick<SettingsReader, 'get'>): string[] {
  const { shippingConfigured, country } = merchantFeedSettings;
  const needsShipping = feed === 'merchant' && settings.get(country) === SHIPPING_REQUIRED_IN;
  return [
    ...(settings.get(checkoutSettings.pricesIncludeTax) ? [] : ['price_excludes_tax']),
    ...(needsShipping && !settings.get(shippingConfigured) ? ['shipping_missing'] : []),
  ];
}
