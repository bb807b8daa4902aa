import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import type { CredentialSource } from '#domain/shipping/provider.js';
import { createAggregator } from '#integrations/shipping/aggregator.js';
import type { ShippingClient, ShippingProvider } from '#integrations/shipping/shipping-provider.js';
import type { Config } from '#lib/config.js';
import type { SettingsReader } from '#lib/settings.js';
import type { Ports } from '#operations/plugins/plugin-ports.js';
import { carrierOwner, readCarrierConfig } from './carrier-accounts.js';

interface Deps {
  config: Config;
  ports: Ports;
}

/** The provider of a plugin, where one has the port, or the aggregator of the platform. */
export function shippingProvider({ config, ports }: Deps): ShippingProvider {
  return ports.shippingProvider ?? createAggregator(config);
}

/** The carrier account of a shipment and its client, with the settings in effect now. */
export async function carrierFor(
  { settings, ...deps }: Deps & { settings: SettingsReader },
  shipment: { credentialSource: CredentialSource | null; vendorId: string },
): Promise<{ account: CarrierConfig; client: ShippingClient; provider: ShippingProvider }> {
  const owner = carrierOwner(shipment.credentialSource ?? 'vendor', shipment.vendorId);
  const account = await readCarrierConfig(settings, owner);
  const provider = shippingProvider(deps);
  return { account, client: provider.connect(account), provider };
}
