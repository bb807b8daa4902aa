import type { Knex } from 'knex';

/** Roles, who has them, API keys, and the acts with money that the daily mail sums up. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table access_roles (
      id uuid primary key default uuidv7(),
      name text not null,
      description text not null default '',
      -- of built-in roles the code knows the permissions, so that they follow the catalogue
      permissions text[] not null default '{}',
      built_in boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index access_roles_name_live on access_roles (lower(name)) where deleted_at is null;

    create table access_user_roles (
      user_id uuid not null references accounts_users (id) on delete cascade,
      role_id uuid not null references access_roles (id),
      created_at timestamptz not null default now(),
      primary key (user_id, role_id)
    );
    create index access_user_roles_role on access_user_roles (role_id);

    create table access_api_keys (
      id uuid primary key default uuidv7(),
      name text not null,
      -- the first characters, for a person to tell keys apart
      prefix text not null,
      hash text not null unique,
      permissions text[] not null,
      created_by uuid not null references accounts_users (id) on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      last_used_address text,
      revoked_at timestamptz,
      money_acts boolean not null default false,
      -- addresses and networks; empty: from anywhere
      allowed_addresses text[] not null default '{}'
    );
    create index access_api_keys_creator on access_api_keys (created_by);

    -- rows until the next daily mail to the superAdmins; the audit keeps each act
    create table access_money_acts (
      id uuid primary key default uuidv7(),
      kind text not null check (kind in ('refund_created', 'refund_paid', 'payout_paid')),
      entity_id uuid not null,
      amount bigint not null,
      currency text not null,
      actor_type text not null,
      actor_id text not null,
      acted_at timestamptz not null
    );

    -- a role may belong to anybody: an empty id makes every process forget them all
    create function access_role_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('live', 'principal:');
      return null;
    end $$;

    -- Whatever removes a superAdmin, an account that is deleted included, one has to remain. Removals wait for each
    -- other at the row of the role: two that count at the same time would each still see the other.
    create function access_keep_super_admin() returns trigger language plpgsql as $$
    declare
      super_admin uuid;
    begin
      select id into super_admin from access_roles where built_in and name = 'superAdmin';
      if old.role_id is distinct from super_admin then
        return null;
      end if;
      perform 1 from access_roles where id = super_admin for no key update;
      if not exists (
        select 1 from access_user_roles r join accounts_users u on u.id = r.user_id
        where r.role_id = super_admin and u.banned_at is null
      ) then
        raise exception 'the last superAdmin cannot be removed' using errcode = 'HA001';
      end if;
      return null;
    end $$;

    create trigger access_user_roles_principal
      after insert or delete on access_user_roles
      for each row execute function accounts_principal_changed('user_id');
    create trigger access_api_keys_principal
      after update of permissions, expires_at, revoked_at or delete on access_api_keys
      for each row execute function accounts_principal_changed('created_by');
    create trigger access_roles_principal
      after update of name, permissions, deleted_at on access_roles
      for each statement execute function access_role_changed();
    create trigger access_user_roles_keep_super_admin
      after delete on access_user_roles
      for each row execute function access_keep_super_admin();

    insert into access_roles (name, description, built_in) values
      ('superAdmin', 'Everything, roles and API keys included', true),
      ('admin', 'Everything but roles and API keys', true);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table access_money_acts, access_api_keys, access_user_roles, access_roles;
    drop function access_keep_super_admin, access_role_changed;
  `);
}
