import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';

function originOf(url: string | undefined): string[] {
  return url && URL.canParse(url) ? [new URL(url).origin] : [];
}

/** Origins whose pages may act with a session cookie and be redirected to: our own, the storefront, the admin panel. */
export function trustedOrigins({ config, settings }: Pick<Platform, 'config' | 'settings'>): string[] {
  return [
    ...originOf(config.PUBLIC_API_BASE_URL),
    ...originOf(config.PUBLIC_ADMIN_URL),
    ...originOf(settings.get(storeSettings.storeUrl)),
    ...originOf(settings.get(storeSettings.canonicalBaseUrl)),
    ...config.CORS_ORIGINS.flatMap(originOf),
  ];
}
