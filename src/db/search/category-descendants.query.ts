import type { Knex } from '#db/kernel/knex.js';

/** The slugs of live categories and of everything live under them; unknown ones are left out. */
export async function categoriesWithin(knex: Knex, slugs: readonly string[]): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { slug: string }[] }>(
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
