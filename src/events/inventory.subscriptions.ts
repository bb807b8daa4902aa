import { inventoryAlerts } from '#db/inventory/stock-alerts-tables.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import { productImportsEvents } from '#domain/product-imports/product-imports.events.js';
import { productsEvents } from '#domain/products/products.events.js';
import { drain, type Subscription } from './subscription.js';

/** One drain from changes of stock to the mails about it. Files and edits of products change stock too. */
export const inventorySubscriptions: readonly Subscription[] = [
  drain(
    'stock-alerts',
    [
      inventoryEvents.adjusted,
      inventoryEvents.levelUpdated,
      inventoryEvents.backInStockRequested,
      productImportsEvents.imported,
      productsEvents.updated,
      productsEvents.variantCreated,
      productsEvents.variantUpdated,
    ],
    'core',
    { due: () => inventoryAlerts.due, backlog: inventoryAlerts, gapMs: 2_000 },
  ),
];
