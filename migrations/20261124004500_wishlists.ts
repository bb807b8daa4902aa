import type { Knex } from 'knex';

/** Wishlists of customers: lists, their items, and one row for each owner that counts lists and days of mails. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row for each customer with wishlists: what is limited for each person is decided by an update of it.
    create table wishlists_owners (
      user_id uuid primary key references accounts_users (id) on delete cascade,
      list_count integer not null default 0 check (list_count >= 0),
      -- whether a mail about an item may be due, and the day of the last one
      is_due boolean not null default false,
      notified_on date
    );
    create index wishlists_owners_due on wishlists_owners (user_id) where is_due;

    create table wishlists (
      id uuid primary key default uuidv7(),
      user_id uuid not null references accounts_users (id) on delete cascade,
      name text not null,
      -- products that are added without naming a list go here
      is_default boolean not null default false,
      item_count integer not null default 0 check (item_count >= 0),
      -- SHA-256 of the token of the share link; null while the list is not shared
      share_hash text unique,
      shared_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((share_hash is null) = (shared_at is null))
    );
    create index wishlists_user on wishlists (user_id, created_at);
    create unique index wishlists_default on wishlists (user_id) where is_default;

    create table wishlists_items (
      id uuid primary key default uuidv7(),
      wishlist_id uuid not null references wishlists (id) on delete cascade,
      product_id uuid not null references products (id),
      -- null for the product in whatever variant
      variant_id uuid references products_variants (id),
      -- the price when it was added; null where it had none
      price_added bigint,
      notify_price_drop boolean not null default false,
      notify_back_in_stock boolean not null default false,
      -- the price that the owner knows of: only a lower one is a drop
      noticed_price bigint,
      -- whether it could not be bought at some time since the owner was last notified
      sold_out boolean not null default false,
      -- whether a mail about it may be due
      is_due boolean not null default false,
      created_at timestamptz not null default now(),
      constraint wishlists_items_once unique nulls not distinct (wishlist_id, product_id, variant_id)
    );
    -- for what a change of a product makes due, without reading the other items of a product that many have saved
    create index wishlists_items_price_drop on wishlists_items (product_id, noticed_price)
      where notify_price_drop and not is_due;
    create index wishlists_items_back_in_stock on wishlists_items (product_id, sold_out, is_due)
      where notify_back_in_stock;
    create index wishlists_items_due on wishlists_items (wishlist_id) where is_due;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table wishlists_items, wishlists, wishlists_owners');
}
