import type { Knex } from 'knex';

/** Texts as vendors sent them before they were cleaned, for 30 days; and since when all texts are known to be clean. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table products_html_originals (
      id uuid primary key default uuidv7(),
      kind text not null check (kind in ('description', 'tab')),
      row_id uuid not null,
      product_id uuid not null references products (id) on delete cascade,
      original text not null,
      cleaned_at timestamptz not null default now()
    );
    create index products_html_originals_age on products_html_originals (cleaned_at);
    create index products_html_originals_product on products_html_originals (product_id);

    create table products_html_watermarks (
      kind text primary key,
      checked_before timestamptz not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table products_html_watermarks, products_html_originals');
}
