import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { DynamicLinkGroup } from '#domain/dynamic-links/dynamic-link.js';

/** A page of all groups, without their links. */
export function listDynamicLinkGroups(knex: Knex, query: ListQuery): Promise<Page<DynamicLinkGroup>> {
  return listPage<DynamicLinkGroup>({
    base: knex('dynamic_links_groups'),
    query,
    columns: {},
    idColumn: 'id',
    searchColumns: ['title', 'slug'],
    select: ['*'],
  });
}
