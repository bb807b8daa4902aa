import { crudRepository } from '#db/kernel/crud-repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ContentPage } from '#domain/content-pages/content-page.js';

export const contentPageSummaryColumns = [
  'id',
  'parentId',
  'title',
  'description',
  'slug',
  'status',
  'template',
  'layout',
  'hideLowerMenu',
  'publishedAt',
  'sortOrder',
  'metaTitle',
  'metaDescription',
  'metaKeywords',
  'metaRobots',
  'ogTitle',
  'ogDescription',
  'ogImage',
  'ogType',
  'metadata',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const satisfies readonly (keyof ContentPage)[];

const columns = [...contentPageSummaryColumns, 'content', 'schema'] as const;

/** Live pages begin with a slug of theirs; named by the index that keeps it unique. */
export const LIVE_SLUG_INDEX = 'content_pages_slug_live';

export function createContentPagesRepository(knex: Knex) {
  return {
    ...crudRepository<ContentPage>(knex, 'content_pages', columns),

    async isLive(tx: Tx, id: string): Promise<boolean> {
      const row: unknown = await tx('content_pages').where({ id }).whereNull('deletedAt').first('id');
      return row !== undefined;
    },
  };
}

export type ContentPagesRepository = ReturnType<typeof createContentPagesRepository>;
