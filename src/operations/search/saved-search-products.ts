import { categoriesWithin } from '#db/search/category-descendants.query.js';
import type { Metadata } from '#domain/_shared/json.js';
import { savedSearch } from '#domain/dynamic-listings/saved-filters.js';
import type { Platform } from '#operations/platform.js';
import { createAttributeCatalogue, knownAttributes } from '#operations/search/attribute-catalogue.js';
import { createCurrentCuration } from './current-curation.js';

/** The products that the saved filters of a listing find now, for work that no storefront asked for: it counts as no search. */
export function createSavedSearchProducts(deps: Pick<Platform, 'knex' | 'search' | 'clock'>) {
  const { knex, search } = deps;
  const curation = createCurrentCuration(deps);
  const catalogues = createAttributeCatalogue({ knex });

  /** Ids in the order of the listing. @throws SearchUnavailable, SearchIndexMissing */
  return async function savedSearchProducts(saved: Metadata | null, limit: number): Promise<string[]> {
    const { q, sortBy, categories, filters } = savedSearch(saved);
    const attributes = knownAttributes(filters.attributes, await catalogues.get());
    const categorySlugs = categories && (await categoriesWithin(knex, categories));
    if (attributes === null || categorySlugs?.length === 0) return [];
    await curation.ensure();
    const { hits } = await search.search({
      // The words of a listing say what belongs to it.
      q,
      sortBy,
      page: 1,
      limit,
      relax: false,
      filters: { ...filters, categorySlugs, attributes },
    });
    return hits.map(({ id }) => id);
  };
}
