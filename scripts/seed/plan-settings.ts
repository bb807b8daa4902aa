import type { Setting } from '#domain/_shared/setting.js';
import type { TaxRule } from '#domain/checkout/line-taxes.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { PlannedVendor } from './plan-vendors.js';
import { vendorTaxes } from './shelf.js';

export interface PlannedSetting {
  /** Null is the platform and its store. */
  vendorId: string | null;
  key: string;
  value: unknown;
}

/** What goods are taxed at unless their vendor says otherwise. */
export const defaultTaxes: TaxRule[] = [{ type: 'GST', rate: 18 }];

/** What an operator would have set by the first sale; everything else stays at its default. */
export function planSettings(vendors: readonly PlannedVendor[]): PlannedSetting[] {
  const { defaultTaxLines, vendorTaxLines, shippingFlatRate, shippingFreeAbove } = checkoutSettings;
  return [
    checked(null, defaultTaxLines, defaultTaxes),
    ...vendors.flatMap((planned) => [
      checked(planned.vendor.id, vendorTaxLines, vendorTaxes(planned)),
      checked(planned.vendor.id, shippingFlatRate, planned.words.shipping.flat),
      checked(planned.vendor.id, shippingFreeAbove, planned.words.shipping.freeAbove),
    ]),
  ];
}

function checked<T>(vendorId: string | null, setting: Setting<T>, value: T): PlannedSetting {
  return { vendorId, key: setting.key, value: setting.schema.parse(value) };
}
