import { onSaleSql } from '#db/products/offered-sql.js';

/** The products of a vendor that are on sale, and the ratings of all that are not deleted. */
export const vendorSumsSql = (vendorId: string, at: string) => `
  select (select count(*)::integer from products p where p.vendor_id = ${vendorId} and ${onSaleSql('p', at)}) as product_count,
    coalesce(sum(p.rating_sum), 0)::integer as rating_sum, coalesce(sum(p.rating_count), 0)::integer as rating_count
  from products p where p.vendor_id = ${vendorId} and p.deleted_at is null and p.rating_count > 0`;

/** The average of a vendor's ratings, two decimals; 0 while there are none. @param sums alias of the sums */
export const averageSql = (sums: string) =>
  `coalesce(round(${sums}.rating_sum::numeric / nullif(${sums}.rating_count, 0), 2), 0)`;
