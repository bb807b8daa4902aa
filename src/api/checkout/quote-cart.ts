import type { CartFacts } from '#db/carts/cart-quote.query.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import { type Quote, quote } from '#domain/checkout/quote.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { SettingsReader } from '#lib/settings.js';

/** The quote of a cart at an instant, by the settings in effect. */
export function quoteCart(facts: CartFacts, settings: SettingsReader, now: Date): Quote {
  return quote({
    items: facts.items,
    vendors: facts.vendors,
    defaultTaxRules: settings.get(checkoutSettings.defaultTaxLines),
    pricesIncludeTax: settings.get(checkoutSettings.pricesIncludeTax),
    currency: settings.get(storeSettings.currency),
    now,
  });
}
