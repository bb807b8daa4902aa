import type { Knex } from 'knex';

/** Groups of customers, who is in them, and which of them are to be computed anew. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table customer_groups (
      id uuid primary key default uuidv7(),
      name text not null,
      description text not null default '',
      kind text not null default 'static' check (kind in ('static', 'rules')),
      -- whether a customer has to meet all rules or any of them
      match text not null default 'all' check (match in ('all', 'any')),
      rules jsonb not null default '[]',
      member_count integer not null default 0,
      refreshed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index customer_groups_name_live on customer_groups (lower(name)) where deleted_at is null;
    create index customer_groups_created on customer_groups (created_at desc, id desc);
    -- whether an order concerns any group
    create index customer_groups_by_rules on customer_groups (id) where kind = 'rules' and deleted_at is null;

    create table customer_groups_members (
      group_id uuid not null references customer_groups (id) on delete cascade,
      user_id uuid not null references accounts_users (id) on delete cascade,
      joined_at timestamptz not null,
      primary key (group_id, user_id)
    );
    create index customer_groups_members_user on customer_groups_members (user_id, group_id);
    create index customer_groups_members_joined on customer_groups_members (group_id, joined_at desc, user_id desc);

    -- Members of a group see and buy these products while they are private. Nobody else does.
    create table customer_groups_products (
      product_id uuid not null references products (id) on delete cascade,
      group_id uuid not null references customer_groups (id) on delete cascade,
      primary key (product_id, group_id)
    );
    create index customer_groups_products_group on customer_groups_products (group_id, product_id);

    create table customer_groups_refreshes (
      group_id uuid primary key references customer_groups (id) on delete cascade,
      requested_rev bigint not null default 1,
      done_rev bigint not null default 0,
      requested_at timestamptz not null default now(),
      done_at timestamptz,
      due_at timestamptz,
      retry_at timestamptz,
      leased_until timestamptz,
      lease_id uuid,
      attempts integer not null default 0,
      last_error text
    );
    create index customer_groups_refreshes_pending on customer_groups_refreshes (greatest(requested_at, retry_at, leased_until))
      where requested_rev > done_rev;
    create index customer_groups_refreshes_due on customer_groups_refreshes (due_at) where due_at is not null;
    create index customer_groups_refreshes_failing on customer_groups_refreshes (group_id) where last_error is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table customer_groups_refreshes, customer_groups_products, customer_groups_members, customer_groups',
  );
}
