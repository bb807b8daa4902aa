import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { payoutsSettings } from '#domain/payouts/payouts.settings.js';
import { readPayoutSettings } from '#integrations/payouts/payout-providers.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'settings' | 'payoutProviders'>;

/** Why the provider of the settings cannot send anything now; null where it can, and with the bank file. */
export function whyNotReady({ settings, payoutProviders }: Deps): string | null {
  const id = settings.get(payoutsSettings.provider);
  if (id === '') return null;
  const provider = payoutProviders.get(id);
  if (!provider) return 'it is not registered';
  return provider.configured(readPayoutSettings(settings)) ? null : 'its settings are incomplete';
}

/** Returns what refuses new payouts while the provider of the settings could not send them. */
export function createProviderCheck(deps: Deps) {
  /** @throws AppError CONFLICT naming the provider */
  return (): void => {
    const reason = whyNotReady(deps);
    if (reason === null) return;
    throw payoutsErrors.providerNotReady({ provider: deps.settings.get(payoutsSettings.provider), reason });
  };
}
