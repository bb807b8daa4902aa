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
import type { Metadata } from '#domain/_shared/json.js';

export const bannerEntityTypes = ['category', 'brand', 'tag', 'ingredient'] as const;
export type BannerEntityType = (typeof bannerEntityTypes)[number];

/** Where content is shown. */
export const contentPlatforms = ['APP', 'WEB', 'BOTH'] as const;
export type ContentPlatform = (typeof contentPlatforms)[number];

/** A picture with a link, attached to a taxonomy entry. */
export const bannerColumns = {
  visibleFrom: nullable(instant),
  visibleUntil: nullable(instant),
  id: uuid,
  entityType: textOf<BannerEntityType>(),
  entityId: uuid,
  /** Storage key or any other text; not checked. */
  image: text,
  /** An absolute https URL, or a path. */
  url: text,
  platform: textOf<ContentPlatform>(),
  isActive: boolean,
  sortOrder: integer,
  metadata: nullable(jsonOf<Metadata>()),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: nullable(instant),
} as const satisfies Columns;
export type Banner = RowOf<typeof bannerColumns>;

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
