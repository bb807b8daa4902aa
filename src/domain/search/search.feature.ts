import { defineFeature } from '#domain/_shared/feature.js';

export const searchFeature = defineFeature({
  slug: 'search',
  text: 'Search, suggestions and facets for storefronts; index runs for operators.',
  permissions: {
    'search:reindex': 'Rebuild the search index and read its state',
    'quickSearch:use': 'Search everything that the other permissions show',
    'search:manage': 'Write synonyms and rules, and read what buyers search for',
  },
  entities: ['searchRule', 'searchRun', 'searchSynonym'],
  remedies: {
    reindexProducts: {
      text: 'Correct what the reason names, then start a reindex again.',
      retry: { way: 'event', subscription: 'search-reindex' },
    },
  },
});
