import type { Knex } from 'knex';

/**
 * Sessions are looked up by the hash of their token. The trigger fills it for every writer of a token, processes of an
 * earlier release among them; rows that are there are filled by the sweep of accounts. The clear tokens go one release
 * later.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts_sessions add column token_hash text;
    create function accounts_hash_session_token() returns trigger language plpgsql as $$
    begin
      new.token_hash := encode(sha256(convert_to(new.token, 'UTF8')), 'hex');
      return new;
    end $$;
    create trigger accounts_sessions_token_hash before insert or update of token on accounts_sessions
      for each row execute function accounts_hash_session_token();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger accounts_sessions_token_hash on accounts_sessions;
    drop function accounts_hash_session_token();
    alter table accounts_sessions drop column token_hash;
  `);
}
