import type { Knex } from 'knex';

/** Payments of orders, the webhooks of their providers, and refunds with what each is of. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payments (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      provider_id text not null,
      method text not null,
      -- what its provider is asked for, without store credit
      amount bigint not null,
      -- store credit that is used beside it; part of what was captured
      store_credit bigint not null default 0 check (store_credit >= 0),
      currency text not null,
      status text not null default 'pending' check (status in
        ('pending', 'accepted', 'captured', 'failed', 'cancelled', 'refund_due', 'refunded')),
      -- who creates it at the provider does so alone until this instant
      creating_until timestamptz,
      provider_order_id text,
      provider_payment_id text,
      action jsonb not null default '{"type":"none"}',
      failure_reason text,
      captured_amount bigint,
      refunded_total bigint not null default 0,
      captured_at timestamptz,
      -- money that never belonged to its order, because the order had its payment or got it later: its way back leaves
      -- the order's figures alone. Set when the money comes: afterwards a cancelled order and its payments look alike
      surplus boolean not null default false,
      -- where the buyer goes after paying, for pages that we serve; providers with pages of their own are given it
      return_url text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index payments_order on payments (order_id, created_at);
    create unique index payments_provider_order on payments (provider_id, provider_order_id)
      where provider_order_id is not null;
    create unique index payments_provider_payment on payments (provider_id, provider_payment_id)
      where provider_payment_id is not null;

    create table payments_webhook_events (
      id uuid primary key default uuidv7(),
      provider_id text not null,
      event_id text not null,
      type text not null,
      -- what it says in our own words: the body itself holds data of the buyer that nobody needs here
      payload jsonb not null,
      occurred_at timestamptz not null,
      received_at timestamptz not null default now(),
      processed_at timestamptz,
      outcome text,
      -- of the signed body: the header with the event's id is not signed
      body_hash text,
      unique (provider_id, event_id)
    );
    -- one signed body counts once
    create unique index payments_webhook_events_body on payments_webhook_events (provider_id, body_hash);

    create table payments_refunds (
      id uuid primary key default uuidv7(),
      payment_id uuid not null references payments (id) on delete cascade,
      order_id uuid not null references orders (id) on delete cascade,
      -- 0 where the platform had paid all of it: nothing goes to the buyer
      amount bigint not null check (amount >= 0),
      -- what of it goes back as store credit
      store_credit bigint not null default 0,
      reason text not null,
      status text not null default 'pending' check (status in ('pending', 'processed', 'failed')),
      provider_refund_id text,
      failure_reason text,
      actor jsonb not null,
      processed_at timestamptz,
      sub_order_id uuid references orders_sub_orders (id) on delete set null,
      -- cash goes back by hand: such a refund waits for an operator, who records how it was paid
      by_hand boolean not null default false,
      reference text,
      -- its provider let it fail and it was paid another way; the provider may still say later that it sent it
      paid_otherwise boolean not null default false,
      overpaid_at timestamptz,
      -- too small for its provider to send back: it failed before it was sent, and is paid another way
      below_minimum boolean not null default false,
      -- how often an operator had a failed refund sent again
      retries integer not null default 0,
      -- a failed refund holds the sale back until it is paid or given up
      given_up_at timestamptz,
      given_up_reason text,
      -- pieces that were cancelled, put back on hand, returned
      cause text not null default 'refund' check (cause in ('refund', 'cancellation', 'return', 'surplus')),
      restock boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (store_credit between 0 and amount)
    );
    create index payments_refunds_payment on payments_refunds (payment_id);
    create index payments_refunds_order on payments_refunds (order_id);
    create index payments_refunds_provider on payments_refunds (provider_refund_id)
      where provider_refund_id is not null;
    -- the movements of a reservation are summed at every release
    create index payments_refunds_sub_order on payments_refunds (sub_order_id)
      where sub_order_id is not null;
    create index payments_refunds_failed on payments_refunds (updated_at desc) where status = 'failed' and given_up_at is null;
    create index payments_refunds_by_hand on payments_refunds (created_at desc) where status = 'pending' and by_hand;
    create index payments_refunds_created on payments_refunds (created_at desc, id desc);
    create index payments_refunds_status on payments_refunds (status, created_at desc, id desc);
    create index payments_refunds_amount on payments_refunds (amount desc, id desc);
    create index payments_refunds_processed on payments_refunds (processed_at) where status = 'processed';

    create table payments_refund_lines (
      id uuid primary key default uuidv7(),
      refund_id uuid not null references payments_refunds (id) on delete cascade,
      sub_order_id uuid not null references orders_sub_orders (id) on delete cascade,
      -- null is the shipping of the sub-order
      line_id uuid references orders_lines (id) on delete cascade,
      -- of shipping: the line that it is taxed with
      shipping_line_id uuid references orders_lines (id) on delete cascade,
      -- pieces, 0 where an amount goes back and the pieces stay
      quantity integer not null check (quantity >= 0),
      taxable_value bigint not null,
      tax bigint not null,
      -- what the tax is made of: [{type, rate, amount}]
      taxes jsonb,
      -- what the platform takes back of its part of a discount: the buyer never paid it
      platform_discount bigint not null default 0 check (platform_discount >= 0),
      amount bigint not null check (amount >= 0 and amount + platform_discount = taxable_value + tax)
    );
    create index payments_refund_lines_refund on payments_refund_lines (refund_id);
    create index payments_refund_lines_sub_order on payments_refund_lines (sub_order_id);
    create index payments_refund_lines_line on payments_refund_lines (line_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table payments_refund_lines, payments_refunds, payments_webhook_events, payments');
}
