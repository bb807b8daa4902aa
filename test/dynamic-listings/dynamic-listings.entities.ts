import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const dynamicListingsEntities: EntityFactories = {
  dynamicListingGroup: ({ container }) =>
    insertedRow(container, 'dynamic_listings_groups', { title: 'Diwali', slug: `diwali-${newId()}` }),
  dynamicListing: ({ container, rows }) =>
    insertedRow(container, 'dynamic_listings', {
      groupId: rows.get('dynamicListingGroup')?.id,
      title: 'New lamps',
      slug: `lamps-${newId()}`,
      filters: JSON.stringify({ sortBy: 'new' }),
    }),
};
