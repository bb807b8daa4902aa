import { integer, jsonOf, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';

/** Products that a digest shows; the others are counted. */
export const SHOWN_PRODUCTS = 8;
/** Vendors that its subject names. */
export const NAMED_VENDORS = 3;
/** Nothing older than this is new, however long ago the follower was written to. */
export const NEWEST_DAYS = 14;
/** A follower is written to once in so long: a run that is repeated writes to nobody twice. */
export const AGAIN_AFTER_DAYS = 6;

export interface DigestProduct {
  title: string;
  slug: string;
  vendor: string;
  image: string | null;
  /** Lowest and highest current price, in subunits. */
  priceStart: number;
  priceEnd: number;
}

/** A follower with what is new of the vendors that they follow. */
export const followerDigestColumns = {
  userId: uuid,
  email: text,
  name: text,
  locale: nullable(text),
  productCount: integer,
  /** The latest first. */
  products: jsonOf<DigestProduct[]>(),
};
export type FollowerDigest = RowOf<typeof followerDigestColumns>;

/** The vendors of a digest, each once, in the order of their products. */
export function vendorNames(products: readonly DigestProduct[]): string[] {
  return [...new Set(products.map(({ vendor }) => vendor))].slice(0, NAMED_VENDORS);
}
