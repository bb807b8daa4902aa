import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { PiecePricing } from '#domain/checkout/quote-piece.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { FeedPlatform } from './feed-platform.js';

/** By what the prices of feeds are reckoned: as the quote of a cart is. */
export function feedPricing({ settings, ports }: Pick<FeedPlatform, 'settings' | 'ports'>): PiecePricing {
  return {
    pricesIncludeTax: settings.get(checkoutSettings.pricesIncludeTax),
    defaultTaxRules: settings.get(checkoutSettings.defaultTaxLines),
    taxShipping: settings.get(checkoutSettings.taxShipping),
    currency: settings.get(storeSettings.currency),
    rules: ports.pricing,
  };
}
