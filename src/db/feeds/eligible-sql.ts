import { onSaleSql, vendorSellsSql } from '#db/products/offered-sql.js';

/** Variants `v` that belong into a feed now. Whether they can be mapped, prices and pictures, is seen when they are sent. */
export const eligibleVariantsSql = `from products_variants v join products p on p.id = v.product_id
  join vendors vendor on vendor.id = v.vendor_id
  where v.deleted_at is null and not v.detached and ${onSaleSql('p', 'now()')} and ${vendorSellsSql('vendor')}`;

/**
 * The same for reading them chunk by chunk in the order of their ids. As a join, whose size the planner may take to be
 * below that of a chunk, each chunk would read and sort all variants behind it; a select of its own is asked row by row.
 */
export const eligibleInOrderSql = `from products_variants v where v.deleted_at is null and not v.detached and (
  select ${onSaleSql('p', 'now()')} and ${vendorSellsSql('vendor')}
  from products p join vendors vendor on vendor.id = v.vendor_id where p.id = v.product_id)`;

/**
 * The same as a condition on a variant and its product.
 * @param aliases of the product and of its variant
 */
export function eligibleSql({ product, variant }: { product: string; variant: string }): string {
  return `(${variant}.deleted_at is null and not ${variant}.detached and ${onSaleSql(product, 'now()')}
    and exists (select from vendors vendor where vendor.id = ${variant}.vendor_id and ${vendorSellsSql('vendor')}))`;
}
