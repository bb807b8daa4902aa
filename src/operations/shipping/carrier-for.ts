import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import type { CredentialSource } from '#domain/shipping/provider.js';
import { type CarrierClient, createCarrierClient } from '#integrations/shipping/carrier-client.js';
import type { Config } from '#lib/config.js';
import type { SettingsReader } from '#lib/settings.js';
import { carrierOwner, readCarrierConfig } from './carrier-accounts.js';

/** The carrier account of a shipment and its client, with the settings in effect now. */
export async function carrierFor(
  { config, settings }: { config: Config; settings: SettingsReader },
  shipment: { credentialSource: CredentialSource | null; vendorId: string },
): Promise<{ account: CarrierConfig; client: CarrierClient }> {
  const owner = carrierOwner(shipment.credentialSource ?? 'vendor', shipment.vendorId);
  const account = await readCarrierConfig(settings, owner);
  const { CARRIER_API_URL: apiUrl, CARRIER_TRACKING_API_URL: trackingUrl } = config;
  const options = { apiUrl, trackingUrl, accountsPath: config.CARRIER_ACCOUNTS_PATH };
  return { account, client: createCarrierClient(options, account) };
}
