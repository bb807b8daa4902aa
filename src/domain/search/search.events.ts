import { defineEvent } from '#domain/_shared/event.js';

export const searchEvents = {
  indexed: defineEvent<{ productId: string; vendorId: string; indexedAt: string }>(
    'SEARCH_PRODUCT_INDEXED',
    'product',
    'The search document of a product was written',
  ),
  deindexed: defineEvent<{ productId: string; vendorId: string | null }>(
    'SEARCH_PRODUCT_DEINDEXED',
    'product',
    'The search document of a product was removed',
  ),
  synonymsChanged: defineEvent<{ synonymId: string }>(
    'search.synonyms.changed',
    'searchSynonym',
    'An administrator created, replaced or deleted a search synonym',
  ),
  rulesChanged: defineEvent<{ ruleId: string }>(
    'search.rules.changed',
    'searchRule',
    'An administrator created, replaced or deleted a search rule',
  ),
  reindexRequested: defineEvent<{ runId: string; vendorId: string | null }>(
    'search.reindex.requested',
    'searchRun',
    'An administrator or a schedule asked for the search index to be filled again',
  ),
};
