import type { Knex } from 'knex';

export const config = { transaction: false };

/** When a code that was made for one buyer expires; null for codes that last as long as their discount. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table discounts_codes add column if not exists expires_at timestamptz');
  await knex.raw('drop index concurrently if exists discounts_codes_expiry');
  await knex.raw(
    `create index concurrently discounts_codes_expiry on discounts_codes (expires_at)
     where expires_at is not null and order_id is null`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists discounts_codes_expiry');
  await knex.raw('alter table discounts_codes drop column if exists expires_at');
}
