import type { SettingsService } from '#api/settings/settings.service.js';
import type { VendorsService } from '#api/vendors/vendors.service.js';
import type { Context } from '#domain/_shared/context.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { TaxRule } from '#domain/checkout/line-taxes.js';
import type { Platform } from '#operations/platform.js';

export function createFlatTaxService(
  { settings }: Pick<Platform, 'settings'>,
  { settingsService, vendors }: { settingsService: SettingsService; vendors: Pick<VendorsService, 'get'> },
) {
  async function effective(vendorId: string): Promise<{ taxes: TaxRule[] }> {
    const own = await settings.forVendor(vendorId, checkoutSettings.vendorTaxLines);
    return { taxes: own ?? settings.get(checkoutSettings.defaultTaxLines) };
  }

  return {
    async read(vendorId: string): Promise<{ taxes: TaxRule[] }> {
      await vendors.get(vendorId);
      return effective(vendorId);
    },

    /** @param taxes undefined leaves the list as it is */
    async patch(ctx: Context, vendorId: string, taxes: TaxRule[] | undefined): Promise<{ taxes: TaxRule[] }> {
      await vendors.get(vendorId);
      if (taxes)
        await settingsService.patchVendorAsAdmin(ctx, vendorId, {
          'tax.lines': taxes.map((tax) => ({ ...tax })),
        });
      return effective(vendorId);
    },
  };
}
