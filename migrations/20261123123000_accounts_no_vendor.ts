import type { Knex } from 'knex';

/** A session of somebody who works for one vendor has it active by itself, unless it was told to have none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts_sessions add column no_vendor boolean not null default false;
    drop trigger accounts_sessions_principal on accounts_sessions;
    create trigger accounts_sessions_principal
      after update of active_organization_id, active_vendor_id, no_vendor, expires_at, token or delete on accounts_sessions
      for each row execute function accounts_principal_changed('user_id');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger accounts_sessions_principal on accounts_sessions;
    create trigger accounts_sessions_principal
      after update of active_organization_id, active_vendor_id, expires_at, token or delete on accounts_sessions
      for each row execute function accounts_principal_changed('user_id');
    alter table accounts_sessions drop column no_vendor;
  `);
}
