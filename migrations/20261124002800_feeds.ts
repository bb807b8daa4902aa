import type { Knex } from 'knex';

/** The external catalogs: their connections, what is to be sent, and what each variant is on the remote side. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table feeds_connections (
      feed text primary key,
      connected boolean not null default false,
      -- by the first bootstrap: from then on changes are collected, also while it is disconnected
      started_at timestamptz,
      -- the account and data source, or the catalog, of the last bootstrap: another one waits for a bootstrap
      started_target text,
      -- counts connections, so that work for an earlier one is told from that for the current one
      generation integer not null default 0,
      account_id text,
      scope text,
      connected_at timestamptz,
      -- encrypted: access token, refresh token
      credentials text,
      token_kind text check (token_kind in ('user', 'system_user')),
      token_expires_at timestamptz,
      -- counts tokens: one refresh for however many callers
      token_rev integer not null default 0,
      refresh_until timestamptz,
      reminded_at timestamptz,
      -- why nothing is sent, until an operator acts or blocked_until has passed
      pause_reason text,
      pause_message text,
      blocked_until timestamptz,
      next_round_at timestamptz not null default now(),
      -- what the remote side says of the account, the data sources and the quotas, as it was last read
      account jsonb,
      data_sources jsonb,
      quota jsonb,
      -- the catalog that was chosen: what was asked for last, and what became of it
      selection integer not null default 0,
      selection_status text check (selection_status in ('requested', 'selected', 'refused')),
      selection_choice jsonb,
      selection_error text,
      updated_at timestamptz not null default now()
    );

    create table feeds_oauth_states (
      state_hash text primary key,
      feed text not null,
      -- of the browser that began, where the feed asks for the same one
      browser_hash text,
      expires_at timestamptz not null
    );
    create index feeds_oauth_states_expiry on feeds_oauth_states (expires_at);

    create table feeds_revocations (
      id uuid primary key default uuidv7(),
      feed text not null,
      -- encrypted
      credentials text not null,
      created_at timestamptz not null default now()
    );

    -- Without foreign keys: variants are marked as deleted, never removed, and these are written by the hundred thousand.
    create table feeds_intents (
      id bigint generated always as identity primary key,
      feed text not null,
      -- an earlier target whose item is to be removed; null for the present one
      target text,
      variant_id uuid not null,
      kind text not null check (kind in ('upsert', 'delete')),
      origin text not null,
      state text not null default 'open'
        check (state in ('open', 'taken', 'submitted', 'done', 'failed', 'superseded')),
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      lease_id uuid,
      leased_until timestamptz,
      handle_id uuid,
      error text,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    create index feeds_intents_open on feeds_intents (feed, id) where state = 'open';
    create index feeds_intents_due on feeds_intents (feed, due_at) where state = 'open';
    create index feeds_intents_by_hand on feeds_intents (feed, due_at)
      where state = 'open' and (target is not null or origin in ('resync', 'operator'));
    create index feeds_intents_taken on feeds_intents (feed, leased_until) where state = 'taken';
    create index feeds_intents_variant on feeds_intents (variant_id, feed, id desc)
      where state in ('open', 'taken', 'submitted');
    create index feeds_intents_handle on feeds_intents (handle_id) where handle_id is not null;
    create index feeds_intents_finished on feeds_intents (finished_at) where finished_at is not null;

    create table feeds_items (
      feed text not null,
      -- the account and data source, or the catalog, that it stands in
      target text not null,
      variant_id uuid not null,
      status text not null check (status in ('pending', 'submitted', 'synced', 'failed', 'skipped', 'deleted')),
      remote_id text,
      hash text,
      -- as it was sent last, and as a dry run would have sent it
      payload jsonb,
      dry_run jsonb,
      last_pushed_at timestamptz,
      last_error text,
      attempts integer not null default 0,
      -- the intent that it stands for
      version bigint not null default 0,
      -- of its last push, for remote sides that refuse an older state
      sent_version bigint not null default 0,
      -- removed by an operator: passes leave it alone
      withdrawn boolean not null default false,
      updates_on date,
      updates integer not null default 0,
      updated_at timestamptz not null default now(),
      primary key (feed, target, variant_id)
    );
    create index feeds_items_variant on feeds_items (variant_id);
    create index feeds_items_pushed on feeds_items (feed, target, last_pushed_at desc nulls last, variant_id);
    create index feeds_items_status on feeds_items (feed, target, status, last_pushed_at desc nulls last, variant_id);
    -- a page of failed items in their order, however many there are
    create index feeds_items_failed
      on feeds_items (feed, target, updated_at desc, variant_id) where status = 'failed';

    -- Batches that the social catalog works on.
    create table feeds_handles (
      id uuid primary key default uuidv7(),
      feed text not null,
      handle text not null,
      catalog_id text not null,
      items integer not null,
      state text not null default 'open' check (state in ('open', 'finished')),
      outcome text,
      polls integer not null default 0,
      submitted_at timestamptz not null,
      next_poll_at timestamptz not null,
      finished_at timestamptz
    );
    create index feeds_handles_open on feeds_handles (feed, next_poll_at) where state = 'open';
    create index feeds_handles_finished on feeds_handles (finished_at) where finished_at is not null;

    -- How far the passes over all variants have come, and with which settings.
    create table feeds_passes (
      feed text not null,
      name text not null,
      watermark timestamptz not null,
      fingerprint text,
      primary key (feed, name)
    );

    insert into feeds_connections (feed) values ('merchant'), ('social');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table feeds_passes, feeds_handles, feeds_items, feeds_intents, feeds_revocations, feeds_oauth_states,
      feeds_connections;
  `);
}
