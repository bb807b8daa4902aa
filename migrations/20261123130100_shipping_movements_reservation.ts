import type { Knex } from 'knex';

/** The movements of a reservation are summed at every release. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index concurrently if not exists inventory_movements_reservation on inventory_movements (reservation_id)
     where reservation_id is not null`,
  );
  await knex.raw(
    `create index concurrently if not exists payments_refunds_sub_order on payments_refunds (order_vendor_id)
     where order_vendor_id is not null`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payments_refunds_sub_order;
    drop index inventory_movements_reservation;
  `);
}

export const config = { transaction: false };
