import type { ContentPlatform } from '#domain/banners/banner.js';
import type { ContentGroup } from '#domain/_shared/content-group.js';
import type { VisibleWindow } from '#domain/_shared/visibility.js';
import type { Metadata } from '#domain/_shared/json.js';

/** Links that one group may have. */
export const MAX_GROUP_LINKS = 500;

/** An ordered collection of cards, which a storefront reads by its slug. */
export type DynamicLinkGroup = ContentGroup;

/** A card of a group: picture, text, link, each of them optional. */
export interface DynamicLink extends VisibleWindow {
  id: string;
  groupId: string;
  /** Storage key. */
  image: string | null;
  /** An absolute URL of an allowed scheme, or a path. */
  url: string | null;
  text: string | null;
  sortOrder: number;
  isActive: boolean;
  platform: ContentPlatform;
  metadata: Metadata | null;
  createdAt: Date;
  updatedAt: Date;
}

export type DynamicLinkChanges = Partial<Omit<DynamicLink, 'id' | 'groupId' | 'createdAt' | 'updatedAt'>>;

export interface DynamicLinkGroupWithLinks extends DynamicLinkGroup {
  /** In their order. */
  links: DynamicLink[];
}
