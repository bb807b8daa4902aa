import type { Knex } from 'knex';

/** Discounts, how often each is in use, and by which orders. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table discounts (
      id uuid primary key default uuidv7(),
      name text not null,
      code text not null,
      is_active boolean not null default true,
      platform text not null default 'BOTH' check (platform in ('APP', 'WEB', 'BOTH')),
      discount_type text not null check (discount_type in ('FIXED', 'PERCENTAGE')),
      value bigint not null check (value >= 1 and (discount_type = 'FIXED' or value <= 100)),
      max_discount_amount bigint
        check (max_discount_amount is null or max_discount_amount >= 1 and discount_type = 'PERCENTAGE'),
      -- percent of it that the platform pays; vendors bear the rest
      platform_share integer not null default 0 check (platform_share between 0 and 100),
      min_order_amount bigint check (min_order_amount >= 0),
      max_order_amount bigint check (max_order_amount >= min_order_amount),
      free_shipping boolean not null default false,
      require_customer_login boolean not null default false,
      show_on_cart boolean not null default false,
      total_usage_limit integer check (total_usage_limit >= 1),
      usage_limit_per_customer integer check (usage_limit_per_customer >= 1),
      starts_at timestamptz,
      ends_at timestamptz check (ends_at > starts_at),
      individual_usage_only boolean not null default false,
      exclude_sale_items boolean not null default false,
      exclude_sale_items_over_percent integer check (exclude_sale_items_over_percent between 1 and 100),
      purchase_history_mode text not null default 'DISABLED'
        check (purchase_history_mode in ('DISABLED', 'FIRST_ORDER', 'MIN_ORDERS')),
      min_order_count integer check (min_order_count >= 1),
      customer_scope text not null default 'ALL' check (customer_scope in ('ALL', 'INCLUDE', 'EXCLUDE')),
      customer_user_ids uuid[] not null default '{}',
      -- members of any of these customer groups alone; all customers where it is empty
      customer_group_ids uuid[] not null default '{}',
      -- lists of {id, mode} in the order in which they were sent
      variants jsonb not null default '[]',
      categories jsonb not null default '[]',
      brands jsonb not null default '[]',
      tags jsonb not null default '[]',
      ingredients jsonb not null default '[]',
      vendors jsonb not null default '[]',
      -- set for an automatic offer, which applies without its code: kind, priority, what it is combined with, its conditions
      offer jsonb check (offer is null or offer->>'kind' is not null and not individual_usage_only and not show_on_cart),
      -- counts the changes, so that place-order can tell whether the terms that it quoted are still current
      revision integer not null default 1,
      archived_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index discounts_code_live on discounts (code) where deleted_at is null;
    create index discounts_created on discounts (created_at desc, id desc);
    create index discounts_groups on discounts using gin (customer_group_ids) where customer_group_ids <> '{}';
    create index discounts_suggested on discounts (id)
      where show_on_cart and is_active and archived_at is null and deleted_at is null;

    create index discounts_offers on discounts (id)
      where offer is not null and is_active and archived_at is null and deleted_at is null;

    -- Uses in force: of each customer, and of all customers (customer_key '') where the discount has a total limit.
    create table discounts_uses (
      discount_id uuid not null references discounts (id) on delete cascade,
      customer_key text not null,
      uses integer not null check (uses >= 0),
      primary key (discount_id, customer_key)
    );

    -- Codes of a discount that were made in bulk, beside its own: each is used by one order.
    create table discounts_codes (
      code text primary key,
      discount_id uuid not null references discounts (id) on delete cascade,
      -- the order that uses it; null again when that order is cancelled
      order_id uuid references orders (id) on delete set null,
      -- to whom a campaign has given it: the recipient, who gets the same one again
      given_to uuid,
      created_at timestamptz not null
    );
    create index discounts_codes_discount on discounts_codes (discount_id, code);
    create index discounts_codes_created on discounts_codes (discount_id, created_at desc, code desc);
    create index discounts_codes_used on discounts_codes (discount_id, created_at desc, code desc) where order_id is not null;
    create unique index discounts_codes_given on discounts_codes (discount_id, given_to) where given_to is not null;
    create index discounts_codes_free on discounts_codes (discount_id, code) where order_id is null and given_to is null;
    create index discounts_codes_search on discounts_codes using gin (code gin_trgm_ops);
    create index discounts_codes_order on discounts_codes (order_id) where order_id is not null;

    create table discounts_redemptions (
      id uuid primary key default uuidv7(),
      discount_id uuid not null references discounts (id) on delete cascade,
      order_id uuid not null references orders (id) on delete cascade,
      -- the user id; for a guest the normalised e-mail
      customer_key text not null,
      code text not null,
      name text not null,
      amount bigint not null check (amount >= 0),
      waived_shipping bigint not null default 0 check (waived_shipping >= 0),
      state text not null default 'held' check (state in ('held', 'released')),
      redeemed_at timestamptz not null,
      released_at timestamptz,
      unique (order_id, discount_id)
    );
    create index discounts_redemptions_discount on discounts_redemptions (discount_id, redeemed_at desc, id desc);
    create index discounts_redemptions_amount on discounts_redemptions (discount_id, amount desc, id desc);
    create index discounts_redemptions_released on discounts_redemptions (discount_id, redeemed_at desc, id desc)
      where state = 'released';
    create index discounts_redemptions_redeemed on discounts_redemptions (redeemed_at desc, id desc) where state = 'held';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table discounts_redemptions, discounts_codes, discounts_uses, discounts');
}
