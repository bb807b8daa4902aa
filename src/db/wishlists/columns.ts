import { boolean, day, integer, nullable, text, uuid } from '#domain/_shared/columns.js';
import { wishlistColumns, wishlistItemColumns } from '#domain/wishlists/wishlist.js';

/** The columns of the tables of this feature. */
export const wishlistsTables = {
  wishlists: { ...wishlistColumns, userId: uuid, shareHash: nullable(text) },
  wishlists_items: {
    ...wishlistItemColumns,
    priceAdded: nullable(integer),
    noticedPrice: nullable(integer),
    soldOut: boolean,
    isDue: boolean,
  },
  wishlists_owners: { userId: uuid, listCount: integer, isDue: boolean, notifiedOn: nullable(day) },
};
