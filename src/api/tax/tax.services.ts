import { sharedService } from '#api/kernel/shared-service.js';
import { createSettingsService } from '#api/settings/settings.service.js';
import { createVendorsService } from '#api/vendors/vendors.service.js';
import type { Platform } from '#operations/platform.js';
import { createFlatTaxService } from './flat-tax.service.js';
import { createGstRatesService } from './gst-rates.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createTaxServices = (platform: Platform) => ({
  gstRates: createGstRatesService(platform),
  flatTax: createFlatTaxService(platform, {
    settingsService: sharedService(platform, createSettingsService),
    vendors: sharedService(platform, createVendorsService),
  }),
});
