import { boolean, integer, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { inStockSql } from '#db/inventory/in-stock-sql.js';
import { variantTitleSql } from '#db/products/variant-title-sql.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { offeredSql, vendorSellsSql } from '#db/products/offered-sql.js';
import { currentPriceSql } from '#db/products/price-sql.js';

/** The stock of a variant as alerts look at it, with what was reported of it before. */
const alertDetailsColumns = {
  variantId: uuid,
  productId: uuid,
  vendorId: uuid,
  title: text,
  slug: text,
  /** The option values, `M / Red`; null for a product without options. */
  variantTitle: nullable(text),
  sku: nullable(text),
  /** Subunits; null without a price. */
  price: nullable(integer),
  available: integer,
  threshold: nullable(integer),
  low: boolean,
  /** Whether a buyer can buy it now. */
  sellable: boolean,
  /** Open back-in-stock requests. */
  waiting: integer,
  wasLow: boolean,
  waitingReported: integer,
  alerts: integer,
};
export type AlertDetails = RowOf<typeof alertDetailsColumns>;

const inStock = inStockSql('l');
const source = `inventory_levels l
     join products_variants pv on pv.id = l.variant_id
     join products p on p.id = pv.product_id
     join vendors v on v.id = pv.vendor_id`;

/** What there is to report of these variants at an instant. */
export async function readAlertDetails(
  reader: Reader,
  variantIds: readonly string[],
  now: Date,
): Promise<AlertDetails[]> {
  return query(reader, alertDetailsColumns)(
    `select l.variant_id, pv.product_id, pv.vendor_id, p.title, p.slug, pv.sku,
       ${variantTitleSql('pv')} as variant_title,
       ${currentPriceSql('pv', 'now.at')} as price,
       greatest(l.on_hand - l.reserved, 0) as available, l.low_stock_threshold as threshold,
       coalesce(l.track_inventory and greatest(l.on_hand - l.reserved, 0) < l.low_stock_threshold, false)
         and p.deleted_at is null and pv.deleted_at is null as low,
       ${inStock} and ${offeredSql({ product: 'p', variant: 'pv' }, 'now.at')} and ${vendorSellsSql('v')} as sellable,
       (select count(*)::integer from inventory_back_in_stock_requests r
        where r.variant_id = l.variant_id and r.state = 'open' and r.expires_at > now.at) as waiting,
       a.low as was_low, a.waiting_reported, a.alerts
     from (select ?::timestamptz as at) as now
     cross join ${source}
     join inventory_alerts a on a.variant_id = l.variant_id
     where l.variant_id = any(?::uuid[]) order by l.variant_id`,
    [now, [...variantIds]],
  );
}

/** A variant that a buyer may see, and whether it is in stock; undefined when no such variant is visible. */
export async function readOfferedVariant(
  reader: Reader,
  variantId: string,
  now: Date,
): Promise<{ productId: string; vendorId: string; inStock: boolean } | undefined> {
  const rows = await query(reader, { productId: uuid, vendorId: uuid, inStock: boolean })(
    `select pv.product_id, pv.vendor_id, ${inStock} as in_stock
     from (select ?::timestamptz as at) as now cross join ${source}
     where l.variant_id = ? and ${offeredSql({ product: 'p', variant: 'pv' }, 'now.at')} and ${vendorSellsSql('v')}`,
    [now, variantId],
  );
  return rows[0];
}

/** Variants with open requests that can be bought: a restock that no event reported. */
export const sellableWithRequests = `
  select l.variant_id from (select ?::timestamptz as at) as now
  cross join ${source}
  where ${inStock} and ${offeredSql({ product: 'p', variant: 'pv' }, 'now.at')} and ${vendorSellsSql('v')}
    and l.variant_id in (select r.variant_id from inventory_back_in_stock_requests r where r.state = 'open')`;
