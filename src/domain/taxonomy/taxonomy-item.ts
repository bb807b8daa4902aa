import type { Metadata } from '#domain/_shared/json.js';

/** A category, brand, tag or ingredient. */
export interface TaxonomyItem {
  id: string;
  title: string;
  /** Unique among the live entries of its kind. */
  slug: string;
  description: string | null;
  /** Storage key or URL. */
  image: string | null;
  /** Only of categories; null at the top of the tree. */
  parentId?: string | null;
  sortOrder: number;
  metadata: Metadata | null;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

/** A row of the admin list. */
export interface TaxonomyListRow extends TaxonomyItem {
  /** Live banners attached to it. */
  bannerCount: number;
  /** Live products filed under it directly, whatever their status. */
  productCount: number;
}

/** What a client may write; a field that is undefined is left as it is. */
export interface TaxonomyInput {
  title: string;
  /** Made from the title when it is not sent. */
  slug?: string;
  description?: string | null;
  image?: string | null;
  parentId?: string | null;
  sortOrder?: number;
  metadata?: Metadata | null;
}
