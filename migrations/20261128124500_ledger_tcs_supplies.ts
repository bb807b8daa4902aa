import type { Knex } from 'knex';

/** Tax collected at source with the supply: transactions of their own, posted with invoices and credit notes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_transactions drop constraint ledger_transactions_kinds;
    alter table ledger_transactions add constraint ledger_transactions_kinds check (kind in
      ('sale', 'refund', 'tcs', 'tcs_reversed', 'cash_collected', 'payout', 'payout_failed', 'adjustment',
       'hold', 'hold_released', 'dispute', 'dispute_reversed',
       'provider_booked', 'provider_fee', 'provider_dispute', 'provider_settlement',
       'store_credit_adjusted', 'store_credit_held', 'store_credit_released', 'store_credit_used',
       'store_credit_refunded')) not valid;

    -- what tax was collected on, as GSTR-8 of the operator and table 14(a) of the supplier's GSTR-1 report it
    create table ledger_tcs_supplies (
      transaction_id uuid primary key references ledger_transactions (id),
      vendor_id uuid not null references vendors (id),
      -- the registration of the operator for the State of the supplier; null where it has none
      operator_gstin text,
      supplier_gstin text not null,
      -- of the invoice's buyer
      registered boolean not null,
      -- whether supplier and place of supply share a State
      within boolean not null,
      -- of the invoice or the note, both positive
      taxable_value bigint not null check (taxable_value >= 0),
      igst bigint not null,
      cgst bigint not null,
      sgst bigint not null,
      cess bigint not null,
      posted_at timestamptz not null
    );
    create index ledger_tcs_supplies_posted on ledger_tcs_supplies (posted_at);
    create index ledger_tcs_supplies_vendor on ledger_tcs_supplies (vendor_id, posted_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table ledger_tcs_supplies;
    alter table ledger_transactions drop constraint ledger_transactions_kinds;
    alter table ledger_transactions add constraint ledger_transactions_kinds check (kind in
      ('sale', 'refund', 'cash_collected', 'payout', 'payout_failed', 'adjustment',
       'hold', 'hold_released', 'dispute', 'dispute_reversed',
       'provider_booked', 'provider_fee', 'provider_dispute', 'provider_settlement',
       'store_credit_adjusted', 'store_credit_held', 'store_credit_released', 'store_credit_used',
       'store_credit_refunded'));
  `);
}
