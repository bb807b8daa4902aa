import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';

/** What everybody may know of the settings of the store. */
export function createStoreProfileService({ settings }: Pick<Platform, 'settings'>) {
  return {
    read: () => ({
      name: settings.get(storeSettings.storeName),
      logoUrl: settings.get(storeSettings.logoUrl) || null,
      accentColor: settings.get(storeSettings.accentColor),
      accentTextColor: settings.get(storeSettings.accentTextColor),
      currency: settings.get(storeSettings.currency),
      timeZone: settings.get(storeSettings.timeZone),
      pricesIncludeTax: settings.get(checkoutSettings.pricesIncludeTax),
    }),
  };
}
