import type { Assignment } from '#domain/products/attribute-assignments.js';
import type { CatalogProduct } from './catalog-product.js';

/** A product that an import found, with what the catalog knows of it beyond what a file can say. */
export interface StoredProduct {
  id: string;
  handle: string;
  thumbnail: string | null;
  /** ISO 8601 in UTC. */
  publishedAt: string | null;
  /** Brand, category and tags by their ids. Its variants have ids. */
  catalog: CatalogProduct;
  options: StoredOption[];
  /** By the ids of the variants. */
  variants: ReadonlyMap<string, StoredVariant>;
  /** Its assignments of live attributes, in order; none where the file has no column of an attribute. */
  assignments?: Assignment[];
  /** Attributes that its group requires. */
  requiredAttributeIds?: string[];
}

export interface StoredOption {
  id: string;
  name: string;
  sortOrder: number;
  values: { id: string; value: string; sortOrder: number }[];
}

export interface StoredVariant {
  optionValueIds: string[];
  detached: boolean;
  sortOrder: number;
  specialPriceStart: string | null;
  specialPriceEnd: string | null;
}
