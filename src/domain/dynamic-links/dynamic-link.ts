import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { ContentPlatform } from '#domain/banners/banner.js';
import type { ContentGroup } from '#domain/_shared/content-group.js';
import type { Metadata } from '#domain/_shared/json.js';

/** Links that one group may have. */
export const MAX_GROUP_LINKS = 500;

/** An ordered collection of cards, which a storefront reads by its slug. */
export type DynamicLinkGroup = ContentGroup;

/** A card of a group: picture, text, link, each of them optional. */
export const dynamicLinkColumns = {
  visibleFrom: nullable(instant),
  visibleUntil: nullable(instant),
  id: uuid,
  groupId: uuid,
  /** Storage key. */
  image: nullable(text),
  /** An absolute URL of an allowed scheme, or a path. */
  url: nullable(text),
  text: nullable(text),
  sortOrder: integer,
  isActive: boolean,
  platform: textOf<ContentPlatform>(),
  metadata: nullable(jsonOf<Metadata>()),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type DynamicLink = RowOf<typeof dynamicLinkColumns>;

export type DynamicLinkChanges = Partial<Omit<DynamicLink, 'id' | 'groupId' | 'createdAt' | 'updatedAt'>>;

export interface DynamicLinkGroupWithLinks extends DynamicLinkGroup {
  /** In their order. */
  links: DynamicLink[];
}
