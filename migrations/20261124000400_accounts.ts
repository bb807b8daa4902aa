import type { Knex } from 'knex';

/**
 * Users, sessions, credentials and organizations. The columns are those that better-auth wants, under our names; a test
 * holds them to it. `banned_at`, `links_valid_from`, `active_vendor_id`, `no_vendor`, `token_hash`, `second_factor_*` are
 * ours. The addresses that users
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
      -- language of mails, BCP 47; null for that of the store
      locale text,
      banned_at timestamptz,
      -- links of mails that were issued before are refused
      links_valid_from timestamptz not null default '-infinity',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index accounts_users_created on accounts_users (created_at desc, id desc) where not is_anonymous;
    create index accounts_users_verified on accounts_users (email_verified, created_at desc, id desc) where not is_anonymous;
    create index accounts_users_name on accounts_users (name, id) where not is_anonymous;
    create index accounts_users_banned on accounts_users (banned_at) where banned_at is not null;
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
      -- of the token, which is kept nowhere; named by the library's mapping
      token_hash text not null unique,
      user_id uuid not null references accounts_users (id) on delete cascade,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      active_organization_id uuid references accounts_organizations (id) on delete set null,
      -- used where the active organization is no vendor; membership is checked at every use
      active_vendor_id uuid,
      -- a session of somebody who works for one vendor has it active by itself, unless this is set
      no_vendor boolean not null default false,
      -- the vendor whose panel an operator looks at, and until when; the permission is checked at every use
      support_vendor_id uuid,
      support_until timestamptz,
      -- whether a code of the second factor is still missing, and when one was entered
      second_factor_pending boolean not null default false,
      second_factor_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index accounts_sessions_user_id_idx on accounts_sessions (user_id);
    -- for the sweep of expired sessions and guests
    create index accounts_sessions_expiry on accounts_sessions (expires_at);

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
    create index accounts_verifications_value on accounts_verifications (value);
    create index accounts_verifications_email on accounts_verifications (lower(value::jsonb ->> 'email'))
      where value like '{%';

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

    -- a row without confirmed_at is an enrolment that was begun
    create table accounts_second_factors (
      user_id uuid primary key references accounts_users (id) on delete cascade,
      secret_encrypted text not null,
      confirmed_at timestamptz,
      -- the last time step that was accepted: a code counts once
      last_step bigint not null default 0,
      created_at timestamptz not null default now()
    );

    create table accounts_recovery_codes (
      user_id uuid not null references accounts_second_factors (user_id) on delete cascade,
      code_hash text not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    );

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

    -- Whatever way of signing in made the session, and whichever comes later: an account with a second factor is asked.
    create function accounts_ask_second_factor() returns trigger language plpgsql as $$
    begin
      new.second_factor_pending := exists (
        select 1 from accounts_second_factors f where f.user_id = new.user_id and f.confirmed_at is not null);
      return new;
    end $$;

    -- Links that were mailed end with what they were mailed for: rows are deleted, signed links are held against
    -- links_valid_from. A magic link names its address alone.
    create function accounts_end_links() returns trigger language plpgsql as $$
    begin
      if new.email is distinct from old.email or (new.banned_at is not null and old.banned_at is null) then
        new.links_valid_from := clock_timestamp();
      end if;
      if new.links_valid_from is distinct from old.links_valid_from then
        delete from accounts_verifications where value = old.id::text;
        delete from accounts_verifications
          where value like '{%' and lower(value::jsonb ->> 'email') in (lower(old.email), lower(new.email));
      end if;
      return new;
    end $$;
    create function accounts_password_changed() returns trigger language plpgsql as $$
    begin
      if new.password is distinct from old.password then
        update accounts_users set links_valid_from = clock_timestamp() where id = new.user_id;
      end if;
      return null;
    end $$;

    create trigger accounts_users_links
      before update of email, banned_at, links_valid_from on accounts_users
      for each row execute function accounts_end_links();
    create trigger accounts_credentials_links
      after update of password on accounts_credentials
      for each row execute function accounts_password_changed();
    create trigger accounts_sessions_second_factor before insert on accounts_sessions
      for each row execute function accounts_ask_second_factor();
    create trigger accounts_second_factors_principal
      after insert or update or delete on accounts_second_factors
      for each row execute function accounts_principal_changed('user_id');
    create trigger accounts_users_principal
      after update of name, email, email_verified, is_anonymous, banned_at or delete on accounts_users
      for each row execute function accounts_principal_changed('id');
    create trigger accounts_sessions_principal
      after update of active_organization_id, active_vendor_id, no_vendor, support_vendor_id, support_until, expires_at, token_hash,
        second_factor_pending, created_at or delete on accounts_sessions
      for each row execute function accounts_principal_changed('user_id');
    create trigger accounts_members_principal
      after insert or update or delete on accounts_members
      for each row execute function accounts_principal_changed('user_id');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table accounts_known_addresses, accounts_recovery_codes, accounts_second_factors, accounts_invitations, accounts_members, accounts_verifications,
      accounts_credentials, accounts_sessions, accounts_organizations, accounts_users;
    drop function accounts_principal_changed, accounts_ask_second_factor,
      accounts_end_links, accounts_password_changed;
  `);
}
