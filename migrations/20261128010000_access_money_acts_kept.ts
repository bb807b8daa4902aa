import type { Knex } from 'knex';

/**
 * Acts with money are kept for a month, by person: they count against the limits of a day, which the daily mail must not
 * reset. An API key counts as the person who made it. What was recorded before has no person, and counts for nobody.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table access_money_acts
      drop constraint if exists access_money_acts_kind_check,
      add column person text,
      add column mailed_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from access_money_acts where kind not in ('refund_created', 'refund_paid', 'payout_paid') or mailed_at is not null;
    alter table access_money_acts
      drop column person,
      drop column mailed_at,
      add constraint access_money_acts_kind_check check (kind in ('refund_created', 'refund_paid', 'payout_paid'));
  `);
}
