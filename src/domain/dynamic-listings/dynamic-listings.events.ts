import { defineEvent } from '#domain/_shared/event.js';

export interface DynamicListingChange {
  what: 'group' | 'listing';
  change: 'created' | 'updated' | 'deleted' | 'reordered';
}

/** The entity is the group or the listing that changed. */
export const dynamicListingChanged = defineEvent<DynamicListingChange>(
  'dynamic-listing.changed',
  'dynamicListing',
  'A product listing, or a group of them, was created, changed, reordered or deleted',
);
