import { jsonOf, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';

/** Items that a mail shows; the others are counted. */
export const SHOWN_ITEMS = 12;

/** An item that has become cheaper or can be bought again. */
export interface WishlistAlertItem {
  itemId: string;
  title: string;
  variantTitle: string | null;
  slug: string;
  vendor: string;
  image: string | null;
  /** The lowest current price, in subunits, and the highest. */
  price: number;
  priceEnd: number;
  /** The price that the owner knew of; null where it is not lower now. */
  formerPrice: number | null;
  /** Whether it could not be bought before. */
  isBack: boolean;
}

/** An owner with what is new of their wishlists. */
export const wishlistAlertColumns = {
  userId: uuid,
  email: text,
  name: text,
  locale: nullable(text),
  /** The cheaper ones first. */
  items: jsonOf<WishlistAlertItem[]>(),
};
export type WishlistAlert = RowOf<typeof wishlistAlertColumns>;
