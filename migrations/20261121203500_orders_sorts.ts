import type { Knex } from 'knex';

/** The dearest orders, and the newest of a payment status, among hundreds of thousands: without reading all of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index orders_grand_total on orders (grand_total desc, id desc);
    create index orders_payment_status on orders (payment_status, placed_at desc, id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index orders_grand_total, orders_payment_status');
}
