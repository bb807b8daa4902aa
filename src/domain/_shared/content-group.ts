import type { Metadata } from './json.js';

/** A titled group of storefront content, read by its slug: links, product listings. Rows are deleted for good. */
export interface ContentGroup {
  id: string;
  title: string;
  slug: string;
  metadata: Metadata | null;
  createdAt: Date;
  updatedAt: Date;
}

export type ContentGroupChanges = Partial<Pick<ContentGroup, 'title' | 'slug' | 'metadata'>>;
export type NewContentGroup = ContentGroupChanges & Pick<ContentGroup, 'title'>;
