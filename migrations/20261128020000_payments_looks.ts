import type { Knex } from 'knex';

export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments
      -- when the attempt began at its provider; looks are so many minutes after it
      add column if not exists looks_from timestamptz,
      -- when its provider is asked for a payment that no webhook has reported; null where nobody looks
      add column if not exists next_look_at timestamptz,
      -- the buyer has come back from the payment page, and the provider was asked for that
      add column if not exists looked_on_return boolean not null default false
  `);
  await knex.raw('drop index concurrently if exists payments_looks');
  await knex.raw(`
    create index concurrently payments_looks on payments (next_look_at)
      where next_look_at is not null and status in ('pending', 'failed', 'cancelled')
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists payments_looks');
  await knex.raw(
    'alter table payments drop column if exists looked_on_return, drop column if exists next_look_at, drop column if exists looks_from',
  );
}
