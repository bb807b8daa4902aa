import { createDerivedRows } from '#db/kernel/derived-rows.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** What has been reported of the stock of each variant. */
export const inventoryAlerts = createDerivedRows<{ variantId: string }>({
  name: 'inventory_alerts',
  key: { variantId: 'uuid' },
});

/** A variant has something to report when it has a threshold, when buyers wait for it, or when it was low. */
const reportable = `(l.low_stock_threshold is not null
    or exists (select from inventory_back_in_stock_requests r where r.variant_id = l.variant_id and r.state = 'open')
    or exists (select from inventory_alerts a where a.variant_id = l.variant_id and a.low))`;

/** Requests a look at these variants, and at those of these products, as far as there can be something to report. */
export function requestAlerts(
  tx: Tx,
  { variantIds, productIds }: { variantIds: readonly string[]; productIds: readonly string[] },
): Promise<number> {
  return inventoryAlerts.requestSelected(
    tx,
    `select l.variant_id from inventory_levels l
     where l.variant_id in (
       select unnest(?::uuid[]) union select pv.id from products_variants pv where pv.product_id = any(?::uuid[])
     ) and ${reportable}`,
    [[...variantIds], [...productIds]],
  );
}
