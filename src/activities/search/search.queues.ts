import { createDerivedPass, createKeyedPass } from '#activities/_shared/derived-pass.js';
import { createFanOutHandler, createFanOutPass } from '#activities/_shared/fan-out.js';
import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { searchProducts } from '#db/search/search-products-tables.js';
import type { Platform } from '#operations/platform.js';
import { createProductIndexer } from './index-products.js';
import { createIndexKeeper } from './keep-index.js';
import { createProductChangesHandler, productsShowing } from './product-changes.js';
import { createReindexActivities, createReindexStepsActivities } from './reindex.activities.js';
import { updatePopularity } from './update-popularity.js';
import { watchDocuments } from './watch-documents.js';

export function createSearchQueues(platform: Platform): FeatureActivities {
  const keeper = createIndexKeeper(platform);
  const indexProducts = createProductIndexer(platform);
  return {
    queues: { core: createReindexStepsActivities(platform), search: createReindexActivities(platform) },
    drains: {
      'search-changes': createProductChangesHandler(
        platform,
        createKeyedPass(platform, 'search-index', searchProducts, indexProducts),
      ),
      'search-fan-out': createFanOutHandler(platform, 'search-fan-out', productsShowing),
    },
    passes: {
      'search-fan-out': createFanOutPass(platform, 'search-fan-out', searchProducts, productsShowing),
      'search-index': createDerivedPass(platform, 'search-index', searchProducts, indexProducts),
    },
    sweeps: {
      search: {
        'search-reconcile': () => keeper.reconcile(),
        'search-reroll': () => keeper.reroll(),
        'search-clean': () => keeper.clean(),
        'search-popularity': () => updatePopularity(platform),
      },
    },
    // The first process of an installation or of a release builds the index, without waiting for the schedule.
    started: {
      search: async () => {
        watchDocuments(platform);
        if (!(await keeper.isCurrent())) await keeper.reconcile();
      },
    },
  };
}
