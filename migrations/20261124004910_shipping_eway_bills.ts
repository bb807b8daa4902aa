import type { Knex } from 'knex';

/** What people enter for the e-way bill of a consignment: a parcel of several, or what of a sub-order is in none of these. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table shipping_eway_bills (
      id uuid primary key default uuidv7(),
      sub_order_id uuid not null references orders_sub_orders (id) on delete cascade,
      -- null for what is in no parcel of several: all of a sub-order that is sent at once
      shipment_id uuid references shipping_shipments (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      transport_mode text not null check (transport_mode in ('road', 'rail', 'air', 'ship')),
      vehicle_number text,
      vehicle_type text not null check (vehicle_type in ('regular', 'over_dimensional')),
      -- a GSTIN, or the id of a transporter who is enrolled without one
      transporter_id text check (length(transporter_id) = 15),
      transporter_name text,
      document_number text,
      document_on date,
      distance_km integer check (distance_km between 0 and 4000),
      -- as the portal has issued it
      eway_bill_number text check (eway_bill_number ~ '^[0-9]{12}$'),
      generated_on date,
      valid_until date,
      -- raised with each change; an editor names the one that was read
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (valid_until >= generated_on)
    );
    create unique index shipping_eway_bills_consignment on shipping_eway_bills (sub_order_id, shipment_id) nulls not distinct;
    create index shipping_eway_bills_shipment on shipping_eway_bills (shipment_id);
    create index shipping_eway_bills_vendor on shipping_eway_bills (vendor_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table shipping_eway_bills');
}
