import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { DynamicListing, DynamicListingGroup } from '#domain/dynamic-listings/dynamic-listing.js';

/** A page of all groups, without their listings. */
export function listListingGroups(knex: Knex, query: ListQuery): Promise<Page<DynamicListingGroup>> {
  return listPage<DynamicListingGroup>({
    base: knex('dynamic_listings_groups'),
    query,
    columns: {},
    idColumn: 'id',
    searchColumns: ['title', 'slug'],
    select: ['*'],
  });
}

/** A page of all listings. */
export function listDynamicListings(knex: Knex, query: ListQuery): Promise<Page<DynamicListing>> {
  return listPage<DynamicListing>({
    base: knex('dynamic_listings'),
    query,
    columns: { order: 'sortOrder' },
    idColumn: 'id',
    searchColumns: ['title', 'slug'],
    select: ['*'],
  });
}
