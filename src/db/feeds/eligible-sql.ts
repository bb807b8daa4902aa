import { onSaleSql, vendorSellsSql } from '#db/products/offered-sql.js';

/** Variants `v` that belong into a feed now. Whether they can be mapped, prices and pictures, is seen when they are sent. */
export const eligibleVariantsSql = `from products_variants v join products p on p.id = v.product_id
  join vendors vendor on vendor.id = v.vendor_id
  where v.deleted_at is null and not v.detached and ${onSaleSql('p', 'now()')} and ${vendorSellsSql('vendor')}`;
