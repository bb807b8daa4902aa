import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments_refunds validate constraint payments_refunds_origin;
    alter table ledger_transactions validate constraint ledger_transactions_kinds;
    alter table ledger_transactions validate constraint ledger_transactions_vendor_kinds;
  `);
}

/** A constraint cannot be made unvalidated: each is made anew, as the migration before made it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments_refunds drop constraint payments_refunds_origin;
    alter table payments_refunds add constraint payments_refunds_origin
      check (origin in ('platform', 'provider')) not valid;
    alter table ledger_transactions drop constraint ledger_transactions_kinds;
    alter table ledger_transactions add constraint ledger_transactions_kinds check (kind in
      ('sale', 'refund', 'cash_collected', 'payout', 'payout_failed', 'adjustment',
       'hold', 'hold_released', 'dispute', 'dispute_reversed',
       'provider_booked', 'provider_fee', 'provider_dispute', 'provider_settlement',
       'store_credit_adjusted', 'store_credit_held', 'store_credit_released', 'store_credit_used',
       'store_credit_refunded')) not valid;
    alter table ledger_transactions drop constraint ledger_transactions_vendor_kinds;
    alter table ledger_transactions add constraint ledger_transactions_vendor_kinds check
      ((vendor_id is null) = (starts_with(kind, 'store_credit') or starts_with(kind, 'provider_'))) not valid;
  `);
}
