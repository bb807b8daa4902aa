import {
  type CarrierConfig,
  type CarrierField,
  carrierFieldNames,
  carrierFields,
} from '#domain/shipping/carrier-config.js';
import type { CredentialSource } from '#domain/shipping/provider.js';
import { platformCarrierSettings, vendorCarrierSettings } from '#domain/shipping/shipping.settings.js';
import type { SettingsReader } from '#lib/settings.js';

/** Whose account: the platform's, or a vendor's. */
export type CarrierOwner = { source: 'platform' } | { source: 'vendor'; vendorId: string };

/** The owner of the account that a shipment is sent with. */
export function carrierOwner(source: CredentialSource, vendorId: string): CarrierOwner {
  return source === 'platform' ? { source } : { source, vendorId };
}

/** The carrier account in effect, secrets in clear. It never leaves the process but to its owner. */
export async function readCarrierConfig(
  settings: SettingsReader,
  owner: CarrierOwner,
): Promise<CarrierConfig> {
  const entries = await Promise.all(
    carrierFields.map(async (field: CarrierField) => [
      field,
      owner.source === 'platform'
        ? settings.get<unknown>(platformCarrierSettings[field])
        : await settings.forVendor<unknown>(owner.vendorId, vendorCarrierSettings[field]),
    ]),
  );
  return Object.fromEntries(entries) as CarrierConfig;
}

/** The names under which the settings service writes the fields of an account. */
export function carrierSettingNames(owner: CarrierOwner, patch: Partial<CarrierConfig>) {
  const prefix = owner.source === 'vendor' ? 'admin.' : '';
  return Object.fromEntries(
    Object.entries(patch).map(([field, value]) => [
      `${prefix}shipping.carrier.${carrierFieldNames[field as CarrierField]}`,
      value,
    ]),
  );
}
