import type { Knex } from 'knex';

/** Products that are bought together: the pairs that storefronts read, and what they are mined from. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Without foreign keys: products are marked as deleted, never removed, and the pairs are written anew each night.
    create table bought_together_pairs (
      product_id uuid not null,
      other_id uuid not null,
      -- orders with both, divided by orders with product_id
      confidence numeric(13, 12) not null,
      orders integer not null,
      primary key (product_id, other_id) include (confidence, orders)
    );

    create table bought_together_state (
      id boolean primary key default true check (id),
      computed_at timestamptz,
      orders bigint not null default 0,
      pairs bigint not null default 0,
      last_error text,
      last_error_at timestamptz
    );

    -- Staging, unlogged: what a crash of the server empties is counted again, because the checkpoints go with it.
    create unlogged table bought_together_slices (
      mining_id text not null,
      day date not null,
      orders integer not null default 0,
      primary key (mining_id, day)
    );

    create unlogged table bought_together_counts (
      mining_id text not null,
      product_id uuid not null,
      -- the product itself for the orders that hold it
      other_id uuid not null,
      orders integer not null
    );

    insert into bought_together_state default values;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table bought_together_counts, bought_together_slices, bought_together_state, bought_together_pairs;
  `);
}
