import type { Setting } from '#domain/_shared/setting.js';
import { settingsOf } from '#domain/settings/registry.js';
import type { SettingsReader } from '#lib/settings.js';
import type { PayoutProvider, PayoutSettings } from './payout-provider.js';

export interface PayoutProviders {
  /** Undefined for an id that is not registered. */
  get(id: string): PayoutProvider | undefined;
}

/** The providers of plugins; those for development are left out of production. */
export function createPayoutProviders(
  { payoutProviders }: { payoutProviders: readonly PayoutProvider[] },
  { production }: { production: boolean },
): PayoutProviders {
  const usable = payoutProviders.filter(({ forDevelopment }) => !(production && forDevelopment));
  const byId = new Map(usable.map((provider) => [provider.id, provider]));
  return { get: (id) => byId.get(id) };
}

const providerSettings = settingsOf('admin').filter(
  (setting): setting is Setting<string> =>
    setting.name.startsWith('payout.') && typeof setting.default === 'string',
);

/** The settings in effect, as providers take them. Read anew for each call, so that a changed credential counts at once. */
export function readPayoutSettings(settings: Pick<SettingsReader, 'get'>): PayoutSettings {
  return Object.fromEntries(providerSettings.map((setting) => [setting.name, settings.get(setting)]));
}
