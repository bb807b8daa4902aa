import type { Knex } from 'knex';

/** Which push notifications of a parcel were sent: one of each kind. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table shipping_notifications (
      shipment_id uuid not null references shipping_shipments (id) on delete cascade,
      kind text not null check (kind in ('shipped', 'out_for_delivery', 'delivered', 'failed')),
      created_at timestamptz not null default now(),
      primary key (shipment_id, kind)
    )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table shipping_notifications');
}
