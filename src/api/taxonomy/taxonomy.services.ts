import { sharedService } from '#api/kernel/shared-service.js';
import type { Platform } from '#operations/platform.js';
import { createCatalogRequestsService } from './catalog-requests.service.js';
import { createTaxonomyService } from './taxonomy.service.js';

/** The use cases of the feature, as route handlers see them. */
export function createTaxonomyServices(platform: Platform) {
  const taxonomy = sharedService(platform, createTaxonomyService);
  return {
    taxonomy,
    catalogRequests: createCatalogRequestsService(platform, taxonomy),
  };
}
