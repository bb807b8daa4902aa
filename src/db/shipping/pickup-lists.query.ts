import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Pickup } from '#domain/shipping/pickup.js';

/** The visits at a seller; those at buyers stand in their returns. */
export function listPickups(knex: Knex, vendorId: string, query: ListQuery): Promise<Page<Pickup>> {
  return listPage<Pickup>({
    base: knex('shipping_pickups as k').where('k.vendor_id', vendorId).whereNull('k.return_id'),
    query,
    columns: { status: 'k.status', pickupOn: 'k.pickup_on', requestedAt: 'k.requested_at' },
    idColumn: 'k.id',
    select: ['k.*'],
  });
}
