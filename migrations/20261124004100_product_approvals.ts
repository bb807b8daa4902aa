import type { Knex } from 'knex';

/** New products and changes of products that wait for the operator, and the products that were approved once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table product_approvals (
      id uuid primary key default uuidv7(),
      product_id uuid not null references products (id),
      vendor_id uuid not null references vendors (id),
      kind text not null check (kind in ('new', 'change')),
      state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
      version integer not null default 1,
      title text not null,
      -- what is written to the product when it is approved
      sections jsonb not null,
      -- the fields that differ, each as it is and as it would be
      differences jsonb not null,
      -- the product as it would be
      proposed jsonb not null,
      submitted_by_user_id uuid,
      submitted_at timestamptz not null,
      decided_by_user_id uuid,
      decided_at timestamptz,
      -- why it was rejected: field and reason
      reasons jsonb not null default '[]',
      note text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index product_approvals_pending on product_approvals (product_id) where state = 'pending';
    create index product_approvals_queue on product_approvals (submitted_at, id) where state = 'pending';
    create index product_approvals_submitted on product_approvals (submitted_at, id);
    create index product_approvals_vendor on product_approvals (vendor_id, submitted_at, id);
    create index product_approvals_product on product_approvals (product_id, id);
    create index product_approvals_decided on product_approvals (vendor_id, decided_at) where state in ('approved', 'rejected');

    create table product_approvals_passed (
      product_id uuid primary key references products (id),
      passed_at timestamptz not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table product_approvals_passed, product_approvals');
}
