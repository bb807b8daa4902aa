import type { Knex } from 'knex';

/** What a refund is of, and which pieces of a line were cancelled, put back on hand or returned. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payments_refund_lines (
      id uuid primary key default uuidv7(),
      refund_id uuid not null references payments_refunds (id) on delete cascade,
      order_vendor_id uuid not null references orders_vendors (id) on delete cascade,
      -- null is the shipping of the sub-order
      line_id uuid references orders_lines (id) on delete cascade,
      -- pieces, 0 where an amount goes back and the pieces stay
      quantity integer not null check (quantity >= 0),
      taxable_value bigint not null,
      tax bigint not null,
      amount bigint not null check (amount >= 0 and amount = taxable_value + tax)
    );
    create index payments_refund_lines_refund on payments_refund_lines (refund_id);
    create index payments_refund_lines_sub_order on payments_refund_lines (order_vendor_id);
    create index payments_refund_lines_line on payments_refund_lines (line_id);

    alter table payments_refunds
      add column cause text not null default 'refund' check (cause in ('refund', 'cancellation', 'return', 'surplus')),
      add column restock boolean not null default false;

    alter table orders_lines
      add column cancelled_quantity integer not null default 0,
      add column restocked_quantity integer not null default 0,
      add column returned_quantity integer not null default 0;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders_lines drop column cancelled_quantity, drop column restocked_quantity, drop column returned_quantity;
    alter table payments_refunds drop column cause, drop column restock;
    drop table payments_refund_lines;
  `);
}
