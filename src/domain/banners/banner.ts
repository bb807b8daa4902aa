import type { VisibleWindow } from '#domain/_shared/visibility.js';
import type { Metadata } from '#domain/_shared/json.js';

export const bannerEntityTypes = ['category', 'brand', 'tag', 'ingredient'] as const;
export type BannerEntityType = (typeof bannerEntityTypes)[number];

/** Where content is shown. */
export const contentPlatforms = ['APP', 'WEB', 'BOTH'] as const;
export type ContentPlatform = (typeof contentPlatforms)[number];

/** A picture with a link, attached to a taxonomy entry. */
export interface Banner extends VisibleWindow {
  id: string;
  entityType: BannerEntityType;
  entityId: string;
  /** Storage key or any other text; not checked. */
  image: string;
  /** An absolute https URL, or a path. */
  url: string;
  platform: ContentPlatform;
  isActive: boolean;
  sortOrder: number;
  metadata: Metadata | null;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

/** What an administrator may change; a field that is undefined stays as it is. */
export type BannerChanges = Partial<
  Pick<
    Banner,
    'image' | 'url' | 'platform' | 'isActive' | 'sortOrder' | 'metadata' | 'visibleFrom' | 'visibleUntil'
  >
>;

export type NewBanner = Pick<Banner, 'entityType' | 'entityId' | 'image' | 'url'> & BannerChanges;

/**
 * Whether storefronts may link to it: an absolute https URL, or a path with one leading slash. Browsers take `//host` and
 * `/\host` for another site, so neither is a path.
 */
export function isContentUrl(text: string): boolean {
  if (text.startsWith('/')) return !/^\/[/\\]/.test(text) && !/[\u0000-\u001f]/.test(text);
  if (!/^https:\/\//i.test(text)) return false;
  try {
    return new URL(text).protocol === 'https:';
  } catch {
    return false;
  }
}
