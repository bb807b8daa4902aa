import {
  instant,
  jsonOf,
  listOf,
  nullable,
  number,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';

/** The most groups that see a private product. */
export const MAX_PRODUCT_GROUPS = 20;

/** Who sees a product that is not public. */
export const productGroupsColumns = {
  /** Groups count only while the product is private. */
  visibility: textOf<'public' | 'private'>(),
  groups: listOf({ id: uuid, name: text }),
};
export type ProductGroups = RowOf<typeof productGroupsColumns>;

/** A private product in the list of what a member sees. Amounts in subunits. */
export const memberProductColumns = {
  id: uuid,
  title: text,
  slug: text,
  thumbnail: nullable(text),
  /** Lowest and highest current price; null without a price. */
  priceStart: nullable(number),
  priceEnd: nullable(number),
  publishedAt: instant,
  vendor: jsonOf<{ id: string; slug: string; displayName: string }>(),
};
export type MemberProduct = RowOf<typeof memberProductColumns>;
