import type { Knex } from 'knex';

/** Vendors (each one an organization) and the applications they come from. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table vendors (
      id uuid primary key default uuidv7(),
      organization_id uuid unique references accounts_organizations (id),
      slug text not null,
      display_name text not null,
      legal_name text,
      gstin text,
      state_code text,
      address jsonb,
      support_email text,
      support_phone text,
      status text not null default 'active' check (status in ('active', 'suspended')),
      commission_bps integer not null default 1000 check (commission_bps between 0 and 10000),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index vendors_slug_live on vendors (slug) where deleted_at is null;

    -- what shoppers list, by name and by age
    create index vendors_shown_name on vendors (display_name, id) where deleted_at is null and status = 'active';
    create index vendors_shown_created on vendors (created_at, id) where deleted_at is null and status = 'active';

    -- links with an earlier slug lead to the vendor for ever: nobody else gets it
    create table vendors_former_slugs (
      slug text primary key,
      vendor_id uuid not null references vendors (id),
      created_at timestamptz not null default now()
    );
    create index vendors_former_slugs_vendor on vendors_former_slugs (vendor_id);

    create table vendors_applications (
      id uuid primary key default uuidv7(),
      applicant_user_id uuid not null references accounts_users (id) on delete cascade,
      display_name text not null,
      legal_name text not null,
      gstin text,
      state_code text,
      address jsonb,
      contact_email text not null,
      contact_phone text,
      message text,
      status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
      rejection_reason text,
      decided_by text,
      decided_at timestamptz,
      vendor_id uuid references vendors (id),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index vendors_applications_open on vendors_applications (applicant_user_id) where status = 'pending';
    create index vendors_applications_list on vendors_applications (status, created_at desc, id);
    -- what goes with a user: guests are removed every day by the thousand, and each is looked for here
    create index vendors_applications_applicant on vendors_applications (applicant_user_id);

    -- a session knows whether its vendor is suspended; anybody may work for it: an empty id forgets all sessions
    create function vendors_status_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('live', 'principal:');
      return null;
    end $$;
    create trigger vendors_principal
      after update of status, deleted_at on vendors
      for each row execute function vendors_status_changed();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table vendors_applications, vendors_former_slugs, vendors; drop function vendors_status_changed;',
  );
}
