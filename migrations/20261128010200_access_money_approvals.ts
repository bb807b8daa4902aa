import type { Knex } from 'knex';

/**
 * Acts with money that wait for a second person. A refund or a payout exists already and is held; an adjustment is its input, and
 * is posted when it is approved.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table access_money_approvals (
      id uuid primary key default uuidv7(),
      kind text not null check (kind in ('refund', 'payout', 'account_adjustment', 'store_credit_adjustment')),
      entity_id uuid not null,
      -- of an adjustment
      input jsonb,
      amount bigint not null,
      currency text not null,
      vendor_id uuid references vendors (id),
      order_id uuid references orders (id),
      -- which limit it exceeds
      cause text not null check (cause in ('act', 'day', 'vendor_day')),
      asked_by jsonb not null,
      -- who asked, as users: an API key stands for the person who made it
      person text not null,
      asked_at timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
      decided_by jsonb,
      decided_at timestamptz,
      -- why it was refused
      reason text,
      -- by who had asked, because nobody else could
      alone boolean not null default false,
      check ((state = 'waiting') = (decided_at is null))
    );
    create unique index access_money_approvals_waiting on access_money_approvals (entity_id) where state = 'waiting';
    create index access_money_approvals_entity on access_money_approvals (entity_id);
    create index access_money_approvals_open on access_money_approvals (asked_at desc, id desc) where state = 'waiting';
    create index access_money_approvals_asked on access_money_approvals (asked_at desc, id desc);
    create index access_money_approvals_vendor on access_money_approvals (vendor_id);
    create index access_money_approvals_order on access_money_approvals (order_id);

    -- what a second person decides about does not count against the limits of a day
    alter table access_money_acts add column waits boolean not null default false;

    alter table payments_refunds add column awaiting_approval boolean not null default false;
    alter table payouts add column awaiting_approval boolean not null default false;
    -- allow whole-table-write: the few payouts that wait at this moment
    update payouts p set awaiting_approval = true from payouts_transfers t
      where t.payout_id = p.id and t.state = 'awaiting_approval';
    insert into access_money_approvals (kind, entity_id, amount, currency, vendor_id, cause, asked_by, person, asked_at)
      select 'payout', p.id, p.amount, p.currency, p.vendor_id, 'act', t.created_by,
        coalesce((select k.created_by::text from access_api_keys k
          where t.created_by ->> 'type' = 'api_key' and k.id::text = t.created_by ->> 'id'), t.created_by ->> 'id', ''), t.created_at
      from payouts p join payouts_transfers t on t.payout_id = p.id where t.state = 'awaiting_approval';

    -- allow whole-table-write: a marketplace has tens of roles
    update access_roles set permissions = array_replace(permissions, 'payout:approve', 'money:approve');
    -- allow whole-table-write: a marketplace has tens of keys
    update access_api_keys set permissions = array_replace(permissions, 'payout:approve', 'money:approve');
    -- allow whole-table-write: it is one row
    update settings_values set key = 'admin.money.approval_above' where key = 'admin.payout.approval_above';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update settings_values set key = 'admin.payout.approval_above' where key = 'admin.money.approval_above';
    update access_api_keys set permissions = array_replace(permissions, 'money:approve', 'payout:approve');
    update access_roles set permissions = array_replace(permissions, 'money:approve', 'payout:approve');
    alter table payouts drop column awaiting_approval;
    alter table payments_refunds drop column awaiting_approval;
    alter table access_money_acts drop column waits;
    drop table access_money_approvals;
  `);
}
