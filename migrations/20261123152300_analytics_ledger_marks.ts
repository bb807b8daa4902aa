import type { Knex } from 'knex';

/** A posting of an earlier day marks that day; those of the last twelve hours are computed anyway. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function analytics_ledger_posted() returns trigger language plpgsql as $$
    begin
      insert into analytics_dirty (at) values (new.posted_at);
      return null;
    end $$;
    create trigger analytics_inserted after insert on ledger_transactions for each row
      when (new.posted_at < now() - interval '12 hours') execute function analytics_ledger_posted();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger analytics_inserted on ledger_transactions;
    drop function analytics_ledger_posted();
  `);
}
