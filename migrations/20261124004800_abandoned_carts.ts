import type { Knex } from 'knex';

/** Reminders of abandoned carts: which carts wait, who gets a series, what was sent, and where a cart was restored. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table abandoned_carts_watch (
      -- up to where carts have been read, in the order of their last change
      id boolean primary key default true check (id),
      -- null while reminders are off
      watched_at timestamptz,
      watched_id uuid not null default '00000000-0000-0000-0000-000000000000'
    );
    insert into abandoned_carts_watch default values;

    create table abandoned_carts_series (
      -- one row for each person and series; a person has one series a week
      id uuid primary key,
      -- in lower case; null once another series may begin
      address text,
      user_id uuid not null,
      cart_id uuid not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      end_reason text
    );
    create unique index abandoned_carts_series_person on abandoned_carts_series (address)
      -- two carts or two runs at once cannot both begin a series for one person
      where address is not null;
    create index abandoned_carts_series_held on abandoned_carts_series (started_at) where address is not null;
    create index abandoned_carts_series_started on abandoned_carts_series (started_at desc, id desc);
    create index abandoned_carts_series_cart on abandoned_carts_series (cart_id);

    create table abandoned_carts_waiting (
      -- one row for each cart with items that is not ordered; due_at says when it is looked at next
      cart_id uuid primary key references carts (id) on delete cascade,
      changed_at timestamptz not null,
      due_at timestamptz not null,
      -- steps that are done, sent or skipped
      step smallint not null default 0,
      series_id uuid references abandoned_carts_series (id) on delete set null
    );
    create index abandoned_carts_waiting_due on abandoned_carts_waiting (due_at);
    create index abandoned_carts_waiting_series on abandoned_carts_waiting (series_id) where series_id is not null;

    create table abandoned_carts_reminders (
      id uuid primary key,
      series_id uuid not null references abandoned_carts_series (id) on delete cascade,
      user_id uuid not null,
      step smallint not null,
      coupon_code text,
      sent_at timestamptz not null,
      -- when its link first restored the cart
      opened_at timestamptz,
      -- a step is never sent twice
      unique (series_id, step)
    );
    create index abandoned_carts_reminders_user on abandoned_carts_reminders (user_id, sent_at);
    create index abandoned_carts_reminders_sent on abandoned_carts_reminders (sent_at);

    create table abandoned_carts_restores (
      -- carts that took in the items of a reminded one; once each, however often the link is opened
      series_id uuid not null references abandoned_carts_series (id) on delete cascade,
      cart_id uuid not null references carts (id) on delete cascade,
      from_cart_id uuid not null,
      restored_at timestamptz not null,
      primary key (series_id, cart_id)
    );
    create index abandoned_carts_restores_cart on abandoned_carts_restores (cart_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `drop table abandoned_carts_restores, abandoned_carts_reminders, abandoned_carts_waiting, abandoned_carts_series,
       abandoned_carts_watch`,
  );
}
