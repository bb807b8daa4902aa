import { config as installation } from '#haat.config.js';
import { features } from '#domain/features.js';
import { createPaymentProviders, type PaymentProviders } from '#integrations/payments/payment-providers.js';
import { pluginPorts } from '#operations/plugin-ports.js';
import { createPorts } from '#operations/plugins/create-ports.js';
import { createPluginOptions } from '#operations/plugins/plugin-options.js';
import type { PortsPlatform } from '#operations/plugins/plugin-ports.js';

/** The payment providers of the registered plugins, without anything else of the platform. */
export function registeredProviders(
  environment: Record<string, string>,
  mode: { production: boolean },
): PaymentProviders {
  const optionsOf = createPluginOptions(installation, features, environment);
  const clock = { now: () => new Date() };
  return createPaymentProviders(createPorts(pluginPorts, { clock, optionsOf } as PortsPlatform), mode);
}
