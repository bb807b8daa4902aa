import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { FeedDeclaration } from '#domain/feeds/feed-declaration.js';
import type { SettingsReader } from '#lib/settings.js';

/** What an operator should know although the feed works: the prices of feeds have to be what buyers pay. */
export function feedWarnings(feed: FeedDeclaration, settings: Pick<SettingsReader, 'get'>): string[] {
  return [
    ...(settings.get(checkoutSettings.pricesIncludeTax) ? [] : ['price_excludes_tax']),
    ...(feed.warnings?.((setting) => settings.get(setting)) ?? []),
  ];
}
