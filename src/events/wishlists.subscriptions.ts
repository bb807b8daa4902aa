import { noticesWanted } from '#db/wishlists/due-items.repository.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import { productImportsEvents } from '#domain/product-imports/product-imports.events.js';
import { productsEvents } from '#domain/products/products.events.js';
import { drain, type Subscription, whileWanted } from './subscription.js';

/** From changes of prices and stock to the items of wishlists of which a mail may be due. */
export const wishlistsSubscriptions: readonly Subscription[] = [
  whileWanted(
    drain(
      'wishlist-items',
      [
        inventoryEvents.adjusted,
        inventoryEvents.levelUpdated,
        productImportsEvents.imported,
        productsEvents.updated,
        productsEvents.variantCreated,
        productsEvents.variantUpdated,
      ],
      'core',
      { gapMs: 2_000 },
    ),
    noticesWanted,
  ),
];
