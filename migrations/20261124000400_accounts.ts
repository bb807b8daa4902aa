import type { Knex } from 'knex';

/**
 * Users, sessions, credentials and organizations. The columns are those that better-auth wants, under our names; a test
 * holds them to it. `banned_at`, `active_vendor_id`, `no_vendor` and `token_hash` are ours. The addresses that users
 * have signed in from are kept as hashes, so that somebody who guesses at an account from elsewhere does not lock its
 * owner out.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts_users (
      id uuid primary key default uuidv7(),
      name text not null,
      email text not null unique,
      email_verified boolean not null default false,
      image text,
      is_anonymous boolean not null default false,
      banned_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index accounts_users_created on accounts_users (created_at desc, id desc) where not is_anonymous;
    create index accounts_users_search on accounts_users using gin (email gin_trgm_ops, name gin_trgm_ops);
    -- for the sweep of expired sessions and guests
    create index accounts_users_guests on accounts_users (created_at) where is_anonymous;

    create table accounts_organizations (
      id uuid primary key default uuidv7(),
      name text not null,
      slug text not null unique,
      logo text,
      metadata text,
      created_at timestamptz not null default now()
    );

    create table accounts_sessions (
      id uuid primary key default uuidv7(),
      token text not null unique,
      user_id uuid not null references accounts_users (id) on delete cascade,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      active_organization_id uuid references accounts_organizations (id) on delete set null,
      -- used where the active organization is no vendor; membership is checked at every use
      active_vendor_id uuid,
      -- a session of somebody who works for one vendor has it active by itself, unless this is set
      no_vendor boolean not null default false,
      -- sessions are looked up by it; a trigger fills it for every writer of a token
      token_hash text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index accounts_sessions_user_id_idx on accounts_sessions (user_id);
    -- for the sweep of expired sessions and guests
    create index accounts_sessions_expiry on accounts_sessions (expires_at);
    create unique index accounts_sessions_token_hash on accounts_sessions (token_hash);

    create table accounts_credentials (
      id uuid primary key default uuidv7(),
      user_id uuid not null references accounts_users (id) on delete cascade,
      provider_id text not null,
      account_id text not null,
      password text,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (provider_id, account_id)
    );
    create index accounts_credentials_user_id_idx on accounts_credentials (user_id);

    create table accounts_verifications (
      id uuid primary key default uuidv7(),
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index accounts_verifications_identifier_idx on accounts_verifications (identifier);
    create index accounts_verifications_expiry on accounts_verifications (expires_at);

    create table accounts_members (
      id uuid primary key default uuidv7(),
      organization_id uuid not null references accounts_organizations (id) on delete cascade,
      user_id uuid not null references accounts_users (id) on delete cascade,
      role text not null default 'member',
      created_at timestamptz not null default now(),
      unique (organization_id, user_id)
    );
    create index accounts_members_user_id_idx on accounts_members (user_id);

    create table accounts_invitations (
      id uuid primary key default uuidv7(),
      organization_id uuid not null references accounts_organizations (id) on delete cascade,
      email text not null,
      role text,
      status text not null default 'pending',
      inviter_id uuid not null references accounts_users (id) on delete cascade,
      expires_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index accounts_invitations_organization_id_idx on accounts_invitations (organization_id);
    create index accounts_invitations_email_idx on accounts_invitations (email);
    -- what goes with a user: guests are removed every day by the thousand, and each is looked for here
    create index accounts_invitations_inviter on accounts_invitations (inviter_id);

    create table accounts_known_addresses (
      user_id uuid not null references accounts_users (id) on delete cascade,
      address_hash text not null,
      last_seen_at timestamptz not null default now(),
      primary key (user_id, address_hash)
    );
    create index accounts_known_addresses_age on accounts_known_addresses (last_seen_at);

    -- Processes remember who a session belongs to for some seconds. The rows are written by a library, by cascades and
    -- by operators, so the tables themselves tell the live channel whose principal to forget.
    create function accounts_principal_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('live', 'principal:' || coalesce(to_jsonb(new) ->> tg_argv[0], to_jsonb(old) ->> tg_argv[0]));
      return null;
    end $$;

    create function accounts_hash_session_token() returns trigger language plpgsql as $$
    begin
      new.token_hash := encode(sha256(convert_to(new.token, 'UTF8')), 'hex');
      return new;
    end $$;

    create trigger accounts_users_principal
      after update of name, email, email_verified, is_anonymous, banned_at or delete on accounts_users
      for each row execute function accounts_principal_changed('id');
    create trigger accounts_sessions_principal
      after update of active_organization_id, active_vendor_id, no_vendor, expires_at, token or delete on accounts_sessions
      for each row execute function accounts_principal_changed('user_id');
    create trigger accounts_members_principal
      after insert or update or delete on accounts_members
      for each row execute function accounts_principal_changed('user_id');
    create trigger accounts_sessions_token_hash before insert or update of token on accounts_sessions
      for each row execute function accounts_hash_session_token();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table accounts_known_addresses, accounts_invitations, accounts_members, accounts_verifications,
      accounts_credentials, accounts_sessions, accounts_organizations, accounts_users;
    drop function accounts_hash_session_token, accounts_principal_changed;
  `);
}
