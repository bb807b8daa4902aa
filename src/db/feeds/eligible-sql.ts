import { onSaleSql, vendorSellsSql } from '#db/products/offered-sql.js';

const inUse = 'v.deleted_at is null and not v.detached';

/**
 * Whether a variant `v` of a product `p` belongs into a feed now. Whether it can be mapped, prices and pictures, is seen
 * when it is sent.
 */
export const isEligibleSql = `(${inUse} and ${onSaleSql('p', 'now()')}
  and exists (select from vendors vendor where vendor.id = v.vendor_id and ${vendorSellsSql('vendor')}))`;

/**
 * These variants, to be read chunk by chunk in the order of their ids. As a join, whose size the planner may take to be
 * below that of a chunk, each chunk would read and sort all variants behind it; a select of its own is asked row by row.
 */
export const eligibleInOrderSql = `from products_variants v where ${inUse} and (
  select ${onSaleSql('p', 'now()')} and ${vendorSellsSql('vendor')}
  from products p join vendors vendor on vendor.id = v.vendor_id where p.id = v.product_id)`;
