import { boolean, jsonOf, nullable, type RowOf, text } from '#domain/_shared/columns.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { TaxRule } from '#domain/checkout/line-taxes.js';
import type { PieceVendor } from '#domain/checkout/quote-piece.js';

const { vendorTaxLines, shippingFlatRate, shippingFreeAbove } = checkoutSettings;

/** Names of ours, written into the statement. */
const settingKeys = [vendorTaxLines, shippingFlatRate, shippingFreeAbove]
  .map(({ key }) => `'${key}'`)
  .join(', ');

/** What a statement reads of a vendor by which it taxes and ships. */
export const quoteVendorColumns = {
  vendorRegistered: boolean,
  vendorSellsWithin: nullable(text),
  vendorSettings: nullable(jsonOf<Record<string, unknown>>()),
};
export type QuoteVendorRow = RowOf<typeof quoteVendorColumns>;

/** These columns. @param vendor alias of `vendors` */
export const quoteVendorSql = (
  vendor: string,
) => `${vendor}.gstin is not null and ${vendor}.gst_scheme = 'regular' as vendor_registered,
       case when ${vendor}.gstin is null or ${vendor}.gst_scheme <> 'regular' then coalesce(${vendor}.state_code, '') end as vendor_sells_within,
       (select jsonb_object_agg(s.key, s.value) from settings_values s
        where s.vendor_id = ${vendor}.id and s.key in (${settingKeys})) as vendor_settings`;

/** By what the vendor taxes and ships: what it has set, else the defaults. */
export function quoteVendorOf(
  vendorId: string,
  { vendorRegistered, vendorSellsWithin, vendorSettings }: QuoteVendorRow,
): PieceVendor {
  const stored = vendorSettings ?? {};
  return {
    vendorId,
    registeredForGst: vendorRegistered,
    sellsWithin: vendorSellsWithin,
    taxRules: (stored[vendorTaxLines.key] as TaxRule[] | null | undefined) ?? vendorTaxLines.default,
    shippingFlatRate: (stored[shippingFlatRate.key] as number | undefined) ?? shippingFlatRate.default,
    shippingFreeAbove:
      (stored[shippingFreeAbove.key] as number | null | undefined) ?? shippingFreeAbove.default,
  };
}
