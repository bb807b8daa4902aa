import { instant, jsonOf, nullable, text, uuid } from '#domain/_shared/columns.js';
import type { Metadata } from '#domain/_shared/json.js';
import { dynamicListingColumns } from '#domain/dynamic-listings/dynamic-listing.js';

/** The columns of the tables of this feature. */
export const dynamicListingsTables = {
  dynamic_listings: { ...dynamicListingColumns },
  dynamic_listings_groups: {
    id: uuid,
    title: text,
    slug: text,
    metadata: nullable(jsonOf<Metadata>()),
    createdAt: instant,
    updatedAt: instant,
  },
};
