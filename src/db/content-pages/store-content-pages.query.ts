import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { isoSql, jsonRows } from '#db/kernel/json-sql.js';
import type { Knex } from '#db/kernel/knex.js';

/** The published page with this slug as a JSON object; null where no live page has it. */
export async function readStorePage(knex: Knex, slug: string): Promise<string | null> {
  const rows = await query(knex, { page: text })(
    `select row_to_json(page)::text as page from (
       select id, parent_id as "parentId", title, description, slug, content, status, template, layout,
         hide_lower_menu as "hideLowerMenu", ${isoSql('published_at')} as "publishedAt", sort_order as "sortOrder",
         meta_title as "metaTitle", meta_description as "metaDescription", meta_keywords as "metaKeywords",
         meta_robots as "metaRobots", og_title as "ogTitle", og_description as "ogDescription", og_image as "ogImage",
         og_type as "ogType", schema, metadata, ${isoSql('created_at')} as "createdAt",
         ${isoSql('updated_at')} as "updatedAt", null as "deletedAt"
       from content_pages where slug = ? and deleted_at is null and status = 'PUBLISHED'
     ) as page`,
    [slug],
  );
  return rows[0]?.page ?? null;
}

/** The published pages whose ancestors are all published, as a JSON array, each followed by those under it. */
export async function readStorePageTree(knex: Knex): Promise<string> {
  const rows = await query(knex, {
    pages: text,
  })(`with recursive tree (id, parent_id, title, slug, sort_order) as (
       select id, parent_id, title, slug, sort_order from content_pages
       where parent_id is null and deleted_at is null and status = 'PUBLISHED'
       union all
       select page.id, page.parent_id, page.title, page.slug, page.sort_order
       from content_pages page join tree on page.parent_id = tree.id
       where page.deleted_at is null and page.status = 'PUBLISHED'
     ) search depth first by sort_order, id set place
     select ${jsonRows(`
       select id, parent_id as "parentId", title, slug, sort_order as "sortOrder" from tree order by place`)}::text as pages`);
  return rows[0]?.pages ?? '[]';
}
