import type { PluginPorts, PortsPlatform } from 'haat/plugin';
import { stripeFeature } from '../domain/stripe.feature.js';
import { createStripeProvider } from '../integrations/stripe-provider.js';

export function createStripePorts({
  optionsOf,
  clock,
}: Pick<PortsPlatform, 'optionsOf' | 'clock'>): PluginPorts {
  return { paymentProviders: [createStripeProvider({ ...optionsOf(stripeFeature), clock })] };
}
