import type { Knex } from 'knex';

/** Tax collected at source is owed per seller and month, and returns never bring a month below zero. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- of sales and refunds; null where it is the same as tcs, which is what was collected
    alter table ledger_transactions add column tcs_accrued bigint;

    create table ledger_tcs_months (
      vendor_id uuid not null references vendors (id),
      -- the first day, in the time zone of the store
      month date not null,
      -- sales less refunds; negative where refunds exceed sales
      accrued bigint not null,
      primary key (vendor_id, month)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table ledger_tcs_months;
    alter table ledger_transactions drop column tcs_accrued;
  `);
}
