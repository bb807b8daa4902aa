import type { Knex } from 'knex';

/**
 * Store credit: what the operator owes buyers, who pay orders with it. The balance of an account is the sum of its
 * movements, and the sum of all balances is what the ledger says.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table store_credit_accounts (
      user_id uuid not null references accounts_users (id) on delete cascade,
      currency text not null,
      -- two orders at once cannot both spend the last of it
      balance bigint not null check (balance >= 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (user_id, currency)
    );
    create index store_credit_accounts_balance on store_credit_accounts (balance desc, user_id desc);
    create index store_credit_accounts_updated on store_credit_accounts (updated_at desc, user_id desc);

    create table store_credit_movements (
      id uuid primary key default uuidv7(),
      user_id uuid not null,
      currency text not null,
      kind text not null check (kind in ('granted', 'deducted', 'refunded', 'spent', 'released')),
      -- positive adds to the balance
      amount bigint not null check (amount <> 0),
      -- after it
      balance bigint not null check (balance >= 0),
      order_id uuid,
      refund_id uuid,
      -- of an operator
      reason text,
      actor jsonb not null,
      created_at timestamptz not null,
      foreign key (user_id, currency) references store_credit_accounts (user_id, currency) on delete cascade
    );
    create index store_credit_movements_account on store_credit_movements (user_id, currency, id desc);
    create index store_credit_movements_created on store_credit_movements (created_at desc, id desc);
    create index store_credit_movements_order on store_credit_movements (order_id) where order_id is not null;
    -- a refund goes back once
    create unique index store_credit_movements_refund on store_credit_movements (refund_id) where kind = 'refunded';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table store_credit_movements, store_credit_accounts');
}
