import type { Knex } from 'knex';

/** A product is filed under its main category too: those that had only the main one were on no page of a category. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    with filed as (
      insert into products_categories (product_id, category_id)
      select id, primary_category_id from products where primary_category_id is not null
      on conflict do nothing
      returning product_id
    )
    update search_products set requested_rev = requested_rev + 1, requested_at = now()
    where product_id in (select product_id from filed)
  `);
}

/** The rows that were added are as good as those that were there before. */
export async function down(): Promise<void> {}
