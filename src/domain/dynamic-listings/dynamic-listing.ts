import type { ContentGroup } from '#domain/_shared/content-group.js';
import type { Metadata } from '#domain/_shared/json.js';

/** Listings that one group may have. */
export const MAX_GROUP_LISTINGS = 500;
/** Reviews that each product of a listing shows. */
export const LISTED_REVIEWS = 10;

export type DynamicListingGroup = ContentGroup;

/** A saved search, which is resolved to products when it is read. */
export interface DynamicListing {
  id: string;
  title: string;
  slug: string;
  groupId: string | null;
  subtitle: string | null;
  description: string | null;
  /** Storage key. */
  image: string | null;
  sortOrder: number;
  /** Fields of the query of its products; null finds everything. */
  filters: Metadata | null;
  metadata: Metadata | null;
  createdAt: Date;
  updatedAt: Date;
}

export type DynamicListingChanges = Partial<Omit<DynamicListing, 'id' | 'createdAt' | 'updatedAt'>>;
export type NewDynamicListing = DynamicListingChanges & Pick<DynamicListing, 'title'>;

export interface DynamicListingGroupWithListings extends DynamicListingGroup {
  /** In their order. */
  listings: DynamicListing[];
}
