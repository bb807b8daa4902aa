import type { Knex } from 'knex';

/**
 * The ledger: double entry in subunits, append-only. A positive amount is a credit of its account: what the operator
 * owes a vendor, what it has earned. A negative one is a debit: what a payment provider holds for it. Tax collected at
 * source is owed per seller and month, and returns never bring a month below zero.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ledger_transactions (
      id uuid primary key default uuidv7(),
      kind text not null check (kind in
        ('sale', 'refund', 'cash_collected', 'payout', 'payout_failed', 'adjustment',
         'store_credit_adjusted', 'store_credit_held', 'store_credit_released', 'store_credit_used',
         'store_credit_refunded')),
      -- what it was posted for: a sub-order, refund, payout, adjustment, or movement of store credit; each is posted once per vendor
      source_id uuid not null,
      -- null of store credit, which is owed to buyers
      vendor_id uuid references vendors (id),
      order_id uuid,
      sub_order_id uuid,
      payment_id uuid,
      provider_id text,
      -- of sales, and negative of refunds, 0 elsewhere
      gross bigint not null default 0,
      -- what the platform paid of it besides, as its part of discounts
      platform_discount bigint not null default 0,
      commission bigint not null default 0,
      commission_tax bigint not null default 0,
      tcs bigint not null default 0,
      tds bigint not null default 0,
      -- what it changes on the account of the vendor
      net bigint not null,
      reason text,
      actor jsonb not null,
      posted_at timestamptz not null,
      -- of sales and refunds; null where it is the same as tcs, which is what was collected
      tcs_accrued bigint,
      unique nulls not distinct (kind, source_id, vendor_id),
      check ((vendor_id is null) = starts_with(kind, 'store_credit'))
    );
    create index ledger_transactions_vendor on ledger_transactions (vendor_id, posted_at desc, id desc);
    create index ledger_transactions_posted on ledger_transactions (posted_at desc, id desc);
    create index ledger_transactions_kind on ledger_transactions (kind, posted_at desc, id desc);
    create index ledger_transactions_order on ledger_transactions (order_id) where order_id is not null;
    create index ledger_transactions_sub_order on ledger_transactions (sub_order_id)
      where sub_order_id is not null;
    -- the months of which commission has to be invoiced
    create index ledger_transactions_commission
      on ledger_transactions (posted_at) where commission <> 0 or commission_tax <> 0;

    create table ledger_entries (
      id uuid primary key default uuidv7(),
      transaction_id uuid not null references ledger_transactions (id),
      -- receipts:<provider>, vendor:<vendorId>, commission, commission_tax, tax_withheld, discounts, bank, adjustments,
      -- store_credit, store_credit_held, store_credit_granted
      account text not null,
      vendor_id uuid,
      amount bigint not null check (amount <> 0)
    );
    create index ledger_entries_transaction on ledger_entries (transaction_id);

    -- entries of vendor accounts that no payout has taken, the only table of the ledger whose rows go away
    create table ledger_open_entries (
      entry_id uuid primary key references ledger_entries (id),
      vendor_id uuid not null,
      sub_order_id uuid,
      kind text not null,
      amount bigint not null,
      posted_at timestamptz not null
    );
    create index ledger_open_entries_vendor on ledger_open_entries (vendor_id, posted_at);

    create table ledger_tcs_months (
      vendor_id uuid not null references vendors (id),
      -- the first day, in the time zone of the store
      month date not null,
      -- sales less refunds; negative where refunds exceed sales
      accrued bigint not null,
      primary key (vendor_id, month)
    );

    create function ledger_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = '23514';
    end $$;

    create function ledger_is_balanced() returns trigger language plpgsql as $$
    begin
      if (select sum(amount) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
        raise exception 'ledger transaction % does not sum to zero', new.transaction_id using errcode = '23514';
      end if;
      return null;
    end $$;

    create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
      for each statement execute function ledger_is_append_only();
    create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
      for each statement execute function ledger_is_append_only();
    create constraint trigger ledger_entries_balanced after insert on ledger_entries
      deferrable initially deferred for each row execute function ledger_is_balanced();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table ledger_tcs_months, ledger_open_entries, ledger_entries, ledger_transactions;
    drop function ledger_is_balanced, ledger_is_append_only;
  `);
}
