import { findSetting } from '#domain/settings/registry.js';
import type { SettingsReader } from '#lib/settings.js';
import { type PaymentSettings, paymentSettingKeys } from './payment-settings.js';

/** The settings in effect, as providers take them. Read anew for each call, so that a changed credential counts at once. */
export function readPaymentSettings(settings: SettingsReader): PaymentSettings {
  return Object.fromEntries(
    paymentSettingKeys.map((key) => {
      const setting = findSetting('admin', key);
      if (!setting) throw new Error(`The setting ${key} is not declared`);
      return [key, settings.get(setting) as string];
    }),
  );
}
