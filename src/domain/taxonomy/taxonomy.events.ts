import { defineEvent } from '#domain/_shared/event.js';
import type { TaxonomyKind } from './taxonomy-kind.js';

/** One event for all kinds: search and caches, which copy titles, slugs and the tree, read the row again. */
export const taxonomyChanged = defineEvent<{
  kind: TaxonomyKind;
  change: 'created' | 'updated' | 'deleted' | 'restored';
}>(
  'catalog.taxonomy.changed',
  'taxonomyItem',
  'A category, brand, tag or ingredient was created, changed, deleted or restored',
);

export const catalogRequestSubmitted = defineEvent<{ taxonomy: TaxonomyKind; vendorId: string }>(
  'catalog.request.submitted',
  'catalogRequest',
  'A vendor asked for a category, brand, tag or ingredient to be added',
);
