import { crudRepository, orderedRepository } from '#db/kernel/crud-repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { ContentGroup } from '#domain/_shared/content-group.js';
import type { DynamicListing } from '#domain/dynamic-listings/dynamic-listing.js';

/** Groups of product listings and the listings. Rows are deleted for good; a group leaves its listings. */
export const createDynamicListingsRepository = (knex: Knex) => ({
  groups: crudRepository<ContentGroup>(knex, 'dynamic_listings_groups'),
  listings: orderedRepository<DynamicListing>(knex, 'dynamic_listings'),
});
