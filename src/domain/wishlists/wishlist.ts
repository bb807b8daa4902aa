/** Wishlists of a customer. */
export const MAX_WISHLISTS = 20;
/** Items of a wishlist. */
export const MAX_WISHLIST_ITEMS = 200;
/** The name of the list that the first product without a list is added to. */
export const DEFAULT_WISHLIST_NAME = 'Wishlist';

export interface Wishlist {
  id: string;
  name: string;
  /** Products that are added without naming a list go into it. */
  isDefault: boolean;
  itemCount: number;
  /** Since when its share link works; null while it has none. */
  sharedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What the owner wants to be mailed about an item. */
export interface WishlistNotices {
  notifyPriceDrop: boolean;
  notifyBackInStock: boolean;
}

/** An item without what its product says. */
export interface WishlistItem extends WishlistNotices {
  id: string;
  wishlistId: string;
  productId: string;
  /** Null for the product in any variant. */
  variantId: string | null;
  createdAt: Date;
}

/** A list with what it holds of one product. */
export interface ProductWishlist {
  id: string;
  name: string;
  /** Null for the product in any variant. */
  variantIds: (string | null)[];
}

/** What an item costs now and whether it can be bought; prices in subunits, null while it is not on sale. */
export interface ShownItem {
  productId: string;
  variantId: string | null;
  title: string;
  variantTitle: string | null;
  slug: string;
  image: string | null;
  vendorName: string;
  vendorSlug: string;
  /** The lowest current price. */
  price: number | null;
  /** The highest current price. */
  priceEnd: number | null;
  /** The regular price of the cheapest variant. */
  originalPrice: number | null;
  /** Whether it is on sale, stock apart. */
  onSale: boolean;
  inStock: boolean;
  /** Pieces that can be sold, where stock is tracked. */
  inventoryQuantity: number;
  /** The variant that a purchase without a choice is of; null where there is a choice or nothing on sale. */
  onlyVariantId: string | null;
}

/** An item as its owner sees it. */
export interface OwnItem extends ShownItem, WishlistNotices {
  id: string;
  priceAdded: number | null;
  createdAt: Date;
}
