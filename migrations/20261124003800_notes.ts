import type { Knex } from 'knex';

/** Internal notes of operators on orders, vendors and customers. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notes (
      id uuid primary key default uuidv7(),
      entity text not null check (entity in ('order', 'vendor', 'user')),
      -- of one of three tables, so without a foreign key
      entity_id uuid not null,
      text text not null check (char_length(text) between 1 and 4000),
      actor jsonb not null,
      created_at timestamptz not null default now()
    );
    create index notes_entity on notes (entity, entity_id, created_at desc, id desc);

    -- What operators wrote about a customer goes with the account, whichever way it goes.
    create function notes_end_with_user() returns trigger language plpgsql as $$
    begin
      delete from notes where entity = 'user' and entity_id = old.id;
      return null;
    end $$;
    create trigger notes_user after delete on accounts_users
      for each row execute function notes_end_with_user();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger notes_user on accounts_users;
    drop function notes_end_with_user;
    drop table notes;
  `);
}
