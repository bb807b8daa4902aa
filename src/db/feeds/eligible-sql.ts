import { onSaleSql, vendorSellsSql } from '#db/products/offered-sql.js';

/** Variants `v` that belong into a feed now. Whether they can be mapped, prices and pictures, is seen when they are sent. */
export const eligibleVariantsSql = `from products_variants v join products p on p.id = v.product_id
  join vendors vendor on vendor.id = v.vendor_id
  where v.deleted_at is null and not v.detached and ${onSaleSql('p', 'now()')} and ${vendorSellsSql('vendor')}`;

/**
 * The same as a condition on a variant and its product.
 * @param aliases of the product and of its variant
 */
export function eligibleSql({ product, variant }: { product: string; variant: string }): string {
  return `(${variant}.deleted_at is null and not ${variant}.detached and ${onSaleSql(product, 'now()')}
    and exists (select from vendors vendor where vendor.id = ${variant}.vendor_id and ${vendorSellsSql('vendor')}))`;
}
