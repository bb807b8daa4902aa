import type { Knex } from 'knex';

/** From when on a shipment may exist at its carrier, whatever became of the response. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table shipping_shipments add column sent_at timestamptz`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table shipping_shipments drop column sent_at`);
}
