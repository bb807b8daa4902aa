import { instant, integer, jsonOf, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';

/** A product as a list for operators shows it. */
export interface AdminProductRow {
  id: string;
  title: string;
  slug: string;
  status: string;
  visibility: string;
  vendorId: string;
  vendorName: string;
  thumbnail: string | null;
  variantCount: number;
  /** Subunits. */
  priceStart: number | null;
  priceEnd: number | null;
  publishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

export interface AdminProductVariant {
  id: string;
  sku: string | null;
  detached: boolean;
  /** The current price in subunits; null for none. */
  price: number | null;
  available: number;
  /** Sold without stock: it is not tracked, or may be ordered ahead. */
  unlimited: boolean;
  feeds: {
    feed: string;
    target: string;
    status: string;
    lastError: string | null;
    lastPushedAt: string | null;
  }[];
}

/** A variant of any vendor, as somebody searches for it who wants to refer to it. */
export interface AdminVariantRow {
  id: string;
  sku: string | null;
  productId: string;
  productTitle: string;
  vendorId: string;
  vendorName: string;
  /** The price without a special price in subunits; null for none. */
  price: number | null;
}

/** A product with all that decides whether buyers see it. */
export const adminProductDetailColumns = {
  id: uuid,
  title: text,
  slug: text,
  status: text,
  visibility: text,
  vendorId: uuid,
  vendorName: text,
  thumbnail: nullable(text),
  variantCount: integer,
  priceStart: nullable(integer),
  priceEnd: nullable(integer),
  publishedAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: nullable(instant),
  vendorStatus: text,
  vendorDeletedAt: nullable(instant),
  variants: jsonOf<AdminProductVariant[]>(),
  search:
    nullable(
      jsonOf<{ pending: boolean; listed: boolean; indexedAt: string | null; lastError: string | null }>(),
    ),
};
export type AdminProductDetail = RowOf<typeof adminProductDetailColumns>;
