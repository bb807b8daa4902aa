import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ContentPageStatus, ContentPageSummary } from '#domain/content-pages/content-page.js';
import { contentPageSummaryColumns } from './content-pages.repository.js';

export interface ContentPageFilter {
  status?: ContentPageStatus;
  /** Null for pages at the top. */
  parentId?: string | null;
  includeDeleted?: boolean;
}

/** A page of the list of administrators; the search looks into titles and slugs. */
export function listContentPages(
  knex: Knex,
  { status, parentId, includeDeleted }: ContentPageFilter,
  query: ListQuery,
): Promise<Page<ContentPageSummary>> {
  const base = knex('content_pages');
  if (!includeDeleted) void base.whereNull('deletedAt');
  if (status) void base.where({ status });
  if (parentId === null) void base.whereNull('parentId');
  else if (parentId !== undefined) void base.where({ parentId });
  return listPage<ContentPageSummary>({
    base,
    query,
    columns: {},
    idColumn: 'id',
    searchColumns: ['title', 'slug'],
    select: [...contentPageSummaryColumns],
  });
}
