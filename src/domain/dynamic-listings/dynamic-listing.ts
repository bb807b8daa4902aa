import {
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  uuid,
} from '#domain/_shared/columns.js';
import type { ContentGroup } from '#domain/_shared/content-group.js';
import type { Metadata } from '#domain/_shared/json.js';

/** Listings that one group may have. */
export const MAX_GROUP_LISTINGS = 500;
/** Reviews that each product of a listing shows. */
export const LISTED_REVIEWS = 10;

export type DynamicListingGroup = ContentGroup;

/** A saved search, which is resolved to products when it is read. */
export const dynamicListingColumns = {
  id: uuid,
  title: text,
  slug: text,
  groupId: nullable(uuid),
  subtitle: nullable(text),
  description: nullable(text),
  /** Storage key. */
  image: nullable(text),
  sortOrder: integer,
  /** Fields of the query of its products; null finds everything. */
  filters: nullable(jsonOf<Metadata>()),
  metadata: nullable(jsonOf<Metadata>()),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type DynamicListing = RowOf<typeof dynamicListingColumns>;

export type DynamicListingChanges = Partial<Omit<DynamicListing, 'id' | 'createdAt' | 'updatedAt'>>;
export type NewDynamicListing = DynamicListingChanges & Pick<DynamicListing, 'title'>;

export interface DynamicListingGroupWithListings extends DynamicListingGroup {
  /** In their order. */
  listings: DynamicListing[];
}
