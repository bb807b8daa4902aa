import type { Setting } from '#domain/_shared/setting.js';
import { settingsOf } from '#domain/settings/registry.js';
import type { SettingsReader } from '#lib/settings.js';
import type { PaymentSettings } from './payment-settings.js';

/** What providers are given: every text of the administrators that begins with `payment.`, those of plugins included. */
const providerSettings = settingsOf('admin').filter(
  (setting): setting is Setting<string> =>
    setting.name.startsWith('payment.') && typeof setting.default === 'string',
);

/** The settings in effect, as providers take them. Read anew for each call, so that a changed credential counts at once. */
export function readPaymentSettings(settings: SettingsReader): PaymentSettings {
  return Object.fromEntries(providerSettings.map((setting) => [setting.name, settings.get(setting)]));
}
