import type { Knex } from 'knex';

/** Campaign templates, broadcasts, and one row for each recipient of a broadcast, with its counters. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table campaigns_templates (
      id uuid primary key default uuidv7(),
      name text not null constraint campaigns_templates_name_live unique,
      subject text not null,
      preview_text text not null default '',
      blocks jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index campaigns_templates_list on campaigns_templates (created_at desc, id desc);

    -- What campaigns are about. Customers get those of a topic until they unsubscribe, or once they have asked for it.
    create table campaigns_topics (
      id uuid primary key default uuidv7(),
      -- a list of { locale, name }
      names jsonb not null,
      opt_in boolean not null default false,
      position integer not null default 0,
      archived_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    -- What an address has said to a topic; without a row that is what the topic says.
    create table campaigns_consents (
      -- in lower case
      address text not null check (length(address) between 3 and 254),
      topic_id uuid not null references campaigns_topics (id),
      subscribed boolean not null,
      -- where it was said: the account, the link of a broadcast, a mail
      source text not null,
      changed_at timestamptz not null,
      primary key (address, topic_id)
    );
    create index campaigns_consents_topic on campaigns_consents (topic_id, subscribed);

    -- Who changes the address of an account has said the same to the new one, and is no more subscribed than before.
    create function campaigns_follow_address() returns trigger language plpgsql as $$
    begin
      insert into campaigns_consents (address, topic_id, subscribed, source, changed_at)
      select lower(new.email), c.topic_id, c.subscribed, 'address:changed', c.changed_at
      from campaigns_consents c where c.address = lower(old.email)
      on conflict (address, topic_id) do update set subscribed = campaigns_consents.subscribed and excluded.subscribed;
      insert into mail_suppressions (address, reason, source, note)
      select lower(new.email), s.reason, s.source, 'The address was changed' from mail_suppressions s
      where s.address = lower(old.email) and s.reason in ('unsubscribe', 'complaint')
      on conflict (address) do nothing;
      return null;
    end $$;
    create trigger campaigns_address_changed after update of email on accounts_users for each row
      when (lower(old.email) <> lower(new.email) and not old.is_anonymous and new.banned_at is null) execute function campaigns_follow_address();

    create table campaigns_broadcasts (
      id uuid primary key default uuidv7(),
      status text not null check (status in ('scheduled', 'sending', 'paused', 'sent', 'cancelled', 'failed')),
      -- why it is paused or failed
      reason text,
      audience jsonb not null,
      -- what it is about; null for one from before there were topics
      topic_id uuid references campaigns_topics (id),
      -- of the template as long as the sending has not started; then the content is here
      template_id uuid,
      subject text not null,
      preview_text text not null default '',
      blocks jsonb,
      -- what its blocks show of the shop, read when the sending starts; null until then
      shown jsonb,
      schedule_for timestamptz,
      started_at timestamptz,
      finished_at timestamptz,
      -- the audience is written up to this user; done when all of it is
      audience_cursor uuid,
      audience_done boolean not null default false,
      -- when it was accepted; once the audience is written, as many as have a row
      recipient_count integer not null,
      queued integer not null default 0,
      sending integer not null default 0,
      sent integer not null default 0,
      failed integer not null default 0,
      suppressed integer not null default 0,
      unclear integer not null default 0,
      delivered integer not null default 0,
      bounced integer not null default 0,
      complained integer not null default 0,
      unsubscribed integer not null default 0,
      -- one digit for each of the last mails, 1 where it was accepted: by them a broadcast pauses itself
      recent_outcomes text not null default '',
      -- what was said to the last mail that was not accepted
      last_refusal text not null default '',
      -- 1, and one more each time that failed or unclear recipients are written to again
      round integer not null default 1,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index campaigns_broadcasts_list on campaigns_broadcasts (created_at desc, id desc);
    create index campaigns_broadcasts_topic on campaigns_broadcasts (topic_id, id desc) where topic_id is not null;
    create index campaigns_broadcasts_open on campaigns_broadcasts (template_id, id)
      where status in ('scheduled', 'sending', 'paused');

    create table campaigns_recipients (
      id uuid primary key default uuidv7(),
      broadcast_id uuid not null references campaigns_broadcasts (id) on delete cascade,
      user_id uuid,
      -- in lower case; null once forgotten
      address text,
      name text not null default '',
      state text not null default 'queued' check (state in
        ('queued', 'sending', 'sent', 'failed', 'suppressed', 'unclear')),
      reason text,
      attempts integer not null default 0,
      -- how often the provider has put the recipient off, since when, and until when nobody tries
      put_offs integer not null default 0,
      put_off_since timestamptz,
      not_before timestamptz,
      round integer not null default 1,
      claim_id uuid,
      provider_message_id text,
      delivery_status text check (delivery_status in ('deferred', 'delivered', 'bounced', 'complained')),
      delivery_status_at timestamptz,
      unsubscribed_at timestamptz,
      sent_at timestamptz,
      updated_at timestamptz not null default now(),
      constraint campaigns_recipients_address unique (broadcast_id, address)
    );
    create index campaigns_recipients_list on campaigns_recipients (broadcast_id, id);
    create index campaigns_recipients_open on campaigns_recipients (broadcast_id, id) where state in ('queued', 'sending');
    -- who was skipped, by reason
    create index campaigns_recipients_skipped on campaigns_recipients (broadcast_id, reason) where state = 'suppressed';
    create index campaigns_recipients_kept on campaigns_recipients (id) where address is not null;

    -- The links of a broadcast that are counted: where a click leads is what stands here, never what a request says.
    create table campaigns_links (
      broadcast_id uuid not null references campaigns_broadcasts (id) on delete cascade,
      key text not null,
      -- from 0
      block integer not null,
      url text not null,
      primary key (broadcast_id, key)
    );

    -- One row for each link that a recipient has opened; nothing of the browser or its address is kept.
    create table campaigns_clicks (
      recipient_id uuid not null references campaigns_recipients (id) on delete cascade,
      broadcast_id uuid not null,
      key text not null,
      clicks integer not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (recipient_id, key),
      foreign key (broadcast_id, key) references campaigns_links (broadcast_id, key) on delete cascade
    );
    create index campaigns_clicks_link on campaigns_clicks (broadcast_id, key);
    -- for the last campaign that a buyer came from
    create index campaigns_recipients_user on campaigns_recipients (user_id) where user_id is not null;

    -- The counters are sums of the rows because every write of rows moves them, in its own transaction.
    create function campaigns_count(changes jsonb) returns void language sql as $$
      update campaigns_broadcasts b set
        queued = b.queued + d.queued, sending = b.sending + d.sending, sent = b.sent + d.sent, failed = b.failed + d.failed,
        suppressed = b.suppressed + d.suppressed, unclear = b.unclear + d.unclear, delivered = b.delivered + d.delivered,
        bounced = b.bounced + d.bounced, complained = b.complained + d.complained, unsubscribed = b.unsubscribed + d.unsubscribed,
        updated_at = now()
      from jsonb_to_recordset(changes) as d(broadcast_id uuid, queued integer, sending integer, sent integer, failed integer,
        suppressed integer, unclear integer, delivered integer, bounced integer, complained integer, unsubscribed integer)
      where b.id = d.broadcast_id
    $$;

    create function campaigns_sums(broadcast_id uuid, state text, delivery_status text, unsubscribed boolean, n bigint)
      returns table (id uuid, one text, weight bigint) language sql immutable as $$
      select broadcast_id, state, n
      union all select broadcast_id, delivery_status, n where delivery_status in ('delivered', 'bounced', 'complained')
      union all select broadcast_id, 'unsubscribed', n where unsubscribed
    $$;

    create function campaigns_count_inserted() returns trigger language plpgsql as $$
    begin
      perform campaigns_count(jsonb_agg(c)) from (${sums(`select * from (select broadcast_id, state, delivery_status, unsubscribed_at is not null as unsubscribed, count(*) as n
        from new_rows group by 1, 2, 3, 4) g`)}) c;
      return null;
    end $$;

    create function campaigns_count_updated() returns trigger language plpgsql as $$
    begin
      perform campaigns_count(jsonb_agg(c)) from (${sums(`select broadcast_id, state, delivery_status, unsubscribed_at is not null as unsubscribed, count(*) as n
        from new_rows group by 1, 2, 3, 4
        union all
        select broadcast_id, state, delivery_status, unsubscribed_at is not null, -count(*) from old_rows group by 1, 2, 3, 4`)}) c;
      return null;
    end $$;

    create trigger campaigns_recipients_inserted after insert on campaigns_recipients
      referencing new table as new_rows for each statement execute function campaigns_count_inserted();
    create trigger campaigns_recipients_updated after update on campaigns_recipients
      referencing old table as old_rows new table as new_rows for each statement execute function campaigns_count_updated();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger campaigns_address_changed on accounts_users;
    drop table campaigns_clicks, campaigns_links, campaigns_recipients, campaigns_broadcasts, campaigns_templates,
      campaigns_consents, campaigns_topics;
    drop function campaigns_follow_address;
    drop function campaigns_count_updated, campaigns_count_inserted, campaigns_sums, campaigns_count;
  `);
}

const names = [
  'queued',
  'sending',
  'sent',
  'failed',
  'suppressed',
  'unclear',
  'delivered',
  'bounced',
  'complained',
  'unsubscribed',
];

/** One row a broadcast with the change of each of its counters, in the order of their ids. */
function sums(groups: string): string {
  const columns = names.map(
    (name) => `coalesce(sum(s.weight) filter (where s.one = '${name}'), 0) as ${name}`,
  );
  return `select s.id as broadcast_id, ${columns.join(', ')}
    from (${groups}) g, campaigns_sums(g.broadcast_id, g.state, g.delivery_status, g.unsubscribed, g.n) s
    group by s.id order by s.id`;
}
