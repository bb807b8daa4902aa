import {
  boolean,
  type Columns,
  instant,
  integer,
  nullable,
  number,
  type RowOf,
  text,
  uuid,
} from '#domain/_shared/columns.js';

/** Wishlists of a customer. */
export const MAX_WISHLISTS = 20;
/** Items of a wishlist. */
export const MAX_WISHLIST_ITEMS = 200;
/** The name of the list that the first product without a list is added to. */
export const DEFAULT_WISHLIST_NAME = 'Wishlist';

export const wishlistColumns = {
  id: uuid,
  name: text,
  /** Products that are added without naming a list go into it. */
  isDefault: boolean,
  itemCount: integer,
  /** Since when its share link works; null while it has none. */
  sharedAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type Wishlist = RowOf<typeof wishlistColumns>;

/** What the owner wants to be mailed about an item. */
const noticeColumns = { notifyPriceDrop: boolean, notifyBackInStock: boolean };
export type WishlistNotices = RowOf<typeof noticeColumns>;

/** An item without what its product says. */
export const wishlistItemColumns = {
  ...noticeColumns,
  id: uuid,
  wishlistId: uuid,
  productId: uuid,
  /** Null for the product in any variant. */
  variantId: nullable(uuid),
  createdAt: instant,
};
export type WishlistItem = RowOf<typeof wishlistItemColumns>;

/** A list with what it holds of one product. */
export interface ProductWishlist {
  id: string;
  name: string;
  /** Null for the product in any variant. */
  variantIds: (string | null)[];
}

/** What an item costs now and whether it can be bought; prices in subunits, null while it is not on sale. */
export const shownItemColumns = {
  productId: uuid,
  variantId: nullable(uuid),
  title: text,
  variantTitle: nullable(text),
  slug: text,
  image: nullable(text),
  vendorName: text,
  vendorSlug: text,
  /** The lowest current price. */
  price: nullable(number),
  /** The highest current price. */
  priceEnd: nullable(number),
  /** The regular price of the cheapest variant. */
  originalPrice: nullable(number),
  /** Whether it is on sale, stock apart. */
  onSale: boolean,
  inStock: boolean,
  /** Pieces that can be sold, where stock is tracked. */
  inventoryQuantity: integer,
  /** The variant that a purchase without a choice is of; null where there is a choice or nothing on sale. */
  onlyVariantId: nullable(uuid),
};
export type ShownItem = RowOf<typeof shownItemColumns>;

/** An item as its owner sees it. */
export const ownItemColumns = {
  ...shownItemColumns,
  ...noticeColumns,
  id: uuid,
  priceAdded: nullable(number),
  createdAt: instant,
};
export type OwnItem = RowOf<typeof ownItemColumns>;
