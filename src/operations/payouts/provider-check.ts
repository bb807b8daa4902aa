import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { payoutsSettings } from '#domain/payouts/payouts.settings.js';
import { readPayoutSettings } from '#integrations/payouts/payout-providers.js';
import type { Platform } from '#operations/platform.js';

/** Returns what refuses new payouts while the provider of the settings could not send them. */
export function createProviderCheck({
  settings,
  payoutProviders,
}: Pick<Platform, 'settings' | 'payoutProviders'>) {
  /** @throws AppError CONFLICT naming the provider */
  return (): void => {
    const id = settings.get(payoutsSettings.provider);
    if (id === '') return;
    const provider = payoutProviders.get(id);
    if (!provider) throw payoutsErrors.providerNotReady({ provider: id, reason: 'it is not registered' });
    if (!provider.configured(readPayoutSettings(settings)))
      throw payoutsErrors.providerNotReady({ provider: id, reason: 'its settings are incomplete' });
  };
}
