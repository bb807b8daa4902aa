import type { Knex } from 'knex';

export const config = { transaction: false };

/**
 * The parcel that a carrier brings back, of a sub-order that is sent in several: each has its own return. Old code that still
 * runs fails to open returns of carriers without the dropped index; its deliveries are retried, and opened by the new code.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table returns_requests add column if not exists shipment_id uuid references shipping_shipments (id)',
  );
  for (const name of ['returns_requests_shipment_once', 'returns_requests_undivided_once'])
    await knex.raw(`drop index concurrently if exists ${name}`);
  await knex.raw(
    `create unique index concurrently returns_requests_shipment_once on returns_requests (shipment_id)
     where shipment_id is not null`,
  );
  await knex.raw(
    `create unique index concurrently returns_requests_undivided_once on returns_requests (sub_order_id)
     where origin = 'carrier' and shipment_id is null`,
  );
  await knex.raw('drop index concurrently if exists returns_requests_carrier_once');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists returns_requests_shipment_once');
  await knex.raw('drop index concurrently if exists returns_requests_undivided_once');
  await knex.raw('alter table returns_requests drop column if exists shipment_id');
  await knex.raw('drop index concurrently if exists returns_requests_carrier_once');
  await knex.raw(
    `create unique index concurrently returns_requests_carrier_once on returns_requests (sub_order_id)
     where origin = 'carrier'`,
  );
}
