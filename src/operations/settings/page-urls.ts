import { storeSettings } from '#domain/settings/store.settings.js';
import type { SettingsReader } from '#lib/settings.js';

/** Address of the storefront without a slash at its end; empty while none is set. */
export function storefrontUrl({ get }: Pick<SettingsReader, 'get'>): string {
  return (get(storeSettings.storeUrl) || get(storeSettings.canonicalBaseUrl)).replace(/\/+$/, '');
}

/**
 * The link of a mail to a page of the storefront that a token opens; `fallback`, a page of the platform, where the
 * storefront has no address or no such page.
 */
export function tokenPageUrl(
  settings: Pick<SettingsReader, 'get'>,
  page: 'unsubscribePath' | 'backInStockPath' | 'restoreCartPath',
  token: string,
  fallback: string,
): string {
  const [store, path] = [storefrontUrl(settings), settings.get(storeSettings[page])];
  return store && path ? `${store}${path}?token=${encodeURIComponent(token)}` : fallback;
}

/** Page of the vendor panel: `vendorPanelUrl(settings, 'orders/0199c0de')`; empty while no panel is set. */
export function vendorPanelUrl({ get }: Pick<SettingsReader, 'get'>, path = ''): string {
  const panel = get(storeSettings.vendorPanelUrl).replace(/\/+$/, '');
  return panel && path ? `${panel}/${path}` : panel;
}
