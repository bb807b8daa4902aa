import type { Knex } from 'knex';

/** Words that operators give to mails, and the columns of deliveries that test sends, resends and provider events fill. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mail_template_overrides (
      id uuid primary key default uuidv7(),
      event_type text not null,
      role text not null check (role in ('customer', 'vendor_member', 'admin')),
      enabled boolean not null default true,
      -- null: the default of the template
      subject text check (length(subject) between 1 and 250),
      heading text check (length(heading) between 1 and 250),
      body text check (length(body) between 1 and 100000),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint mail_template_overrides_template unique (event_type, role)
    );

    alter table mail_messages
      add column kind text not null default 'event' check (kind in ('event', 'test', 'resend')),
      add column order_id uuid,
      add column resend_of uuid,
      -- what the provider has reported since; it never moves backwards
      add column delivery_status text check (delivery_status in ('deferred', 'delivered', 'bounced', 'complained')),
      add column delivery_status_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table mail_messages
      drop column kind, drop column order_id, drop column resend_of,
      drop column delivery_status, drop column delivery_status_at;
    drop table mail_template_overrides;
  `);
}
