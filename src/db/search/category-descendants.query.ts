import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

/** The slugs of live categories and of everything live under them; unknown ones are left out. */
export async function categoriesWithin(knex: Knex, slugs: readonly string[]): Promise<string[]> {
  const rows = await query(knex, { slug: text })(
    `with recursive within as (
       select id, slug from taxonomy_categories where slug = any(?::text[]) and deleted_at is null
       union
       select c.id, c.slug from taxonomy_categories c join within on c.parent_id = within.id where c.deleted_at is null
     )
     select slug from within`,
    [[...slugs]],
  );
  return rows.map(({ slug }) => slug);
}
