import type { Knex } from 'knex';

/** What buyers write of products. The sums of approved ratings stand with the product. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reviews (
      id uuid primary key default uuidv7(),
      product_id uuid not null references products (id) on delete cascade,
      -- null once the account is deleted: the review stays, without a name
      user_id uuid references accounts_users (id) on delete set null,
      rating integer not null check (rating between 1 and 5),
      title text,
      text text,
      status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'spam')),
      moderated_at timestamptz,
      -- the reply of the vendor of the product, plain text
      reply text,
      replied_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint reviews_buyer_once unique (product_id, user_id),
      constraint reviews_reply_dated check ((reply is null) = (replied_at is null))
    );
    create index reviews_user on reviews (user_id) where user_id is not null;
    create index reviews_shown on reviews (product_id, created_at desc, id desc) where status = 'approved';
    create index reviews_status on reviews (status, created_at desc, id desc);
    create index reviews_created on reviews (created_at desc, id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table reviews');
}
