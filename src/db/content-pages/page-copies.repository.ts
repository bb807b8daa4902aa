import { nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ContentPageTemplate } from '#domain/content-pages/content-page.js';

/** A page of a subtree that is to be copied. */
const copiedPageColumns = {
  id: uuid,
  parentId: nullable(uuid),
  title: text,
  slug: text,
  template: textOf<ContentPageTemplate>(),
};
export type CopiedPage = RowOf<typeof copiedPageColumns>;

/** Where the copy of a page stands, and under which names. */
export interface PageCopy {
  sourceId: string;
  id: string;
  parentId: string | null;
  title: string;
  slug: string;
}

/** Statements that duplicate subtrees; the caller holds the lock of the tree. */
export function createPageCopiesRepository() {
  return {
    /** The live pages from `id` down, the page itself first; at most `limit` of them. */
    async readSubtree(tx: Tx, id: string, limit: number): Promise<CopiedPage[]> {
      return query(tx, copiedPageColumns)(
        `with recursive downwards (id, level) as (
           select id, 1 from content_pages where id = ? and deleted_at is null
           union all
           select page.id, level + 1 from content_pages page
           join downwards on page.parent_id = downwards.id where page.deleted_at is null
         )
         select page.id, page.parent_id as "parentId", page.title, page.slug, page.template
         from downwards join content_pages page using (id)
         order by level, page.sort_order, page.id limit ?`,
        [id, limit],
      );
    },

    /** Slugs of live pages that are one of the bases, or one of them followed by a hyphen and more. */
    async heldSlugs(tx: Tx, bases: readonly string[]): Promise<string[]> {
      // In bytes, a full stop follows the hyphen.
      const rows = await query(tx, { slug: text })(
        `select distinct page.slug from unnest(?::text[]) as base
         join content_pages page on page.deleted_at is null
           and (page.slug = base or (page.slug >= base || '-' and page.slug < base || '.'))`,
        [[...bases]],
      );
      return rows.map(({ slug }) => slug);
    },

    /** Copies pages as drafts, in one statement. */
    async insertCopies(tx: Tx, copies: readonly PageCopy[], now: Date): Promise<void> {
      await tx.raw(
        `insert into content_pages (
           id, parent_id, title, slug, status, published_at, created_at, updated_at, description, content, template, layout,
           hide_lower_menu, sort_order, meta_title, meta_description, meta_keywords, meta_robots, og_title, og_description,
           og_image, og_type, schema, metadata)
         select copy.id, copy.parent_id, copy.title, copy.slug, 'DRAFT', null, ?, ?, page.description, page.content,
           page.template, page.layout, page.hide_lower_menu, page.sort_order, page.meta_title, page.meta_description,
           page.meta_keywords, page.meta_robots, page.og_title, page.og_description, page.og_image, page.og_type,
           page.schema, page.metadata
         from unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::text[])
           as copy (source_id, id, parent_id, title, slug)
         join content_pages page on page.id = copy.source_id`,
        [
          now,
          now,
          copies.map(({ sourceId }) => sourceId),
          copies.map(({ id }) => id),
          // The driver takes nulls within arrays, its types do not.
          copies.map(({ parentId }) => parentId) as string[],
          copies.map(({ title }) => title),
          copies.map(({ slug }) => slug),
        ],
      );
    },
  };
}
