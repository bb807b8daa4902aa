import type { Knex } from 'knex';

/**
 * Acts with money are kept for a month, by person: they count against the limits of a day, which the daily mail must not
 * reset. An API key counts as the person who made it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table access_money_acts
      drop constraint access_money_acts_kind_check,
      add column person text,
      add column mailed_at timestamptz;
    update access_money_acts a set person = coalesce(
      (select k.created_by::text from access_api_keys k where a.actor_type = 'api_key' and k.id::text = a.actor_id), a.actor_id);
    alter table access_money_acts alter column person set not null;
    create index access_money_acts_person on access_money_acts (person, acted_at);
    create index access_money_acts_unmailed on access_money_acts (acted_at) where mailed_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from access_money_acts where kind not in ('refund_created', 'refund_paid', 'payout_paid') or mailed_at is not null;
    drop index access_money_acts_unmailed, access_money_acts_person;
    alter table access_money_acts
      drop column person,
      drop column mailed_at,
      add constraint access_money_acts_kind_check check (kind in ('refund_created', 'refund_paid', 'payout_paid'));
  `);
}
