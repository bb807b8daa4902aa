import { inStockSql } from '#db/inventory/in-stock-sql.js';
import { offeredSql, vendorSellsSql } from '#db/products/offered-sql.js';
import { currentPriceSql } from '#db/products/price-sql.js';

/**
 * What item `i` of product `p` and its vendor `v` costs and whether it can be bought: of its variant, or of all variants that
 * are on sale. Always one row. The prices are those at the instant `at`.
 * @param at an expression
 * @param seen to whom the product is shown, a condition on it; everybody by default
 */
export function itemOfferSql(at: string, seen?: string): string {
  return `
    select min(o.price) as price, max(o.price) as price_end,
      (array_agg(o.original_price order by o.price, o.id))[1] as original_price, count(*) > 0 as on_sale,
      coalesce(bool_or(o.in_stock), false) as in_stock, coalesce(sum(o.pieces), 0) as pieces,
      case when count(*) = 1 then (array_agg(o.id))[1] end as only_variant_id
    from (
      select pv.id, ${currentPriceSql('pv', at)} as price, pv.price as original_price,
        coalesce(${inStockSql('l')}, false) as in_stock,
        greatest(coalesce(l.on_hand - l.reserved, 0), 0) as pieces
      from products_variants pv left join inventory_levels l on l.variant_id = pv.id
      where pv.product_id = i.product_id and (i.variant_id is null or pv.id = i.variant_id)
        and ${vendorSellsSql('v')} and ${offeredSql({ product: 'p', variant: 'pv' }, at, seen)}
    ) as o`;
}
