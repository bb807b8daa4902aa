import { sharedService } from '#api/kernel/shared-service.js';
import { createProductSearchService } from '#api/search/product-search.service.js';
import type { Platform } from '#operations/platform.js';
import { createDynamicListingsService } from './dynamic-listings.service.js';
import { createListingGroupsService } from './listing-groups.service.js';
import { createStoreListingsService } from './store-listings.service.js';

/** The use cases of the feature, as route handlers see them. */
export function createDynamicListingsServices(platform: Platform) {
  const productSearch = sharedService(platform, createProductSearchService);
  return {
    dynamicListings: createDynamicListingsService(platform),
    listingGroups: createListingGroupsService(platform),
    storeListings: createStoreListingsService({ ...platform, productSearch }),
  };
}
