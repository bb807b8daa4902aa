import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Setting } from '#domain/_shared/setting.js';
import { abandonedCartsSettings } from '#domain/abandoned-carts/abandoned-carts.settings.js';

interface Change {
  setting: Setting<unknown>;
  value: unknown;
}

/**
 * Refuses to turn reminders of carts on while their links would lead nowhere.
 * @param storefront address of the storefront; empty while none is set
 * @throws AppError VALIDATION_ERROR naming the setting
 */
export function assertStorefrontAddress(changed: readonly Change[], storefront: string): void {
  const { key, name } = abandonedCartsSettings.topic;
  const change = changed.find(({ setting }) => setting.key === key);
  if (!change || change.value === '' || storefront !== '') return;
  const message =
    'needs `storefront_urls.store_url` first: reminders link to the storefront, which has no address';
  throw platformErrors.validation({}, { errors: [{ path: `body.${name}`, message, code: 'inconsistent' }] });
}
