import type { Knex } from 'knex';

/** From where users have signed in, as hashes: whoever guesses at an account from elsewhere does not lock its owner out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts_known_addresses (
      user_id uuid not null references accounts_users (id) on delete cascade,
      address_hash text not null,
      last_seen_at timestamptz not null default now(),
      primary key (user_id, address_hash)
    );
    create index accounts_known_addresses_age on accounts_known_addresses (last_seen_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table accounts_known_addresses');
}
