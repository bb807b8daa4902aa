import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { StockMovement } from '#domain/inventory/stock-movement.js';

/** A page of the movements of a variant. Ids grow with time, so that the index of the log has their order. */
export function listStockMovements(
  knex: Knex,
  vendorId: string,
  variantId: string,
  query: ListQuery,
): Promise<Page<StockMovement>> {
  return listPage<StockMovement>({
    base: knex('inventory_movements').where({ variantId, vendorId }),
    query,
    columns: { createdAt: 'id' },
    idColumn: 'id',
    select: [
      'id',
      'onHandDelta',
      'reservedDelta',
      'reason',
      'createdAt',
      knex.raw(`actor ->> 'type' as "actorType"`),
    ],
  });
}
