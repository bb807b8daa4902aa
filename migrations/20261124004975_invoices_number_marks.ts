import type { Knex } from 'knex';

/**
 * Numbers of tax documents outside of the database: how far the file storage says a counter may count, and the numbers that a restored
 * database has lost.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- the highest number that the file storage has a mark of: a counter never passes it
    alter table invoices_counters add column marked_through integer not null default 0;
    alter table invoices_credit_note_counters add column marked_through integer not null default 0;
    alter table invoices_commission_counters add column marked_through integer not null default 0;

    create table invoices_lost_numbers (
      id uuid primary key default uuidv7(),
      -- the counter, as in the keys of the marks: invoice, creditNote, commission
      counter text not null,
      -- the vendor; the kind of document for commission invoices
      owner text not null,
      financial_year text not null,
      prefix text not null,
      first_sequence integer not null,
      last_sequence integer not null,
      lost_at timestamptz not null,
      unique (counter, owner, financial_year, first_sequence),
      check (first_sequence <= last_sequence)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table invoices_lost_numbers;
    alter table invoices_counters drop column marked_through;
    alter table invoices_credit_note_counters drop column marked_through;
    alter table invoices_commission_counters drop column marked_through;
  `);
}
