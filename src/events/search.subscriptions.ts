import { searchProducts } from '#db/search/search-products-tables.js';
import { customerGroupsEvents } from '#domain/customer-groups/customer-groups.events.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import { attributeChanged } from '#domain/product-attributes/product-attributes.events.js';
import { productImportsEvents } from '#domain/product-imports/product-imports.events.js';
import { productsEvents } from '#domain/products/products.events.js';
import { reviewsEvents } from '#domain/reviews/reviews.events.js';
import { taxonomyChanged } from '#domain/taxonomy/taxonomy.events.js';
import {
  vendorReactivated,
  vendorSellingChanged,
  vendorSlugChanged,
  vendorSuspended,
} from '#domain/vendors/vendors.events.js';
import { originOf } from '#domain/_shared/context.js';
import { searchEvents } from '#domain/search/search.events.js';
import { reindexProducts, type ReindexProductsInput } from '#workflows/search/search.contract.js';
import { drain, each, fanOutRows, type Subscription } from './subscription.js';

/** From what changes a product, by requests, to its document in the index. Tabs are not indexed. */
export const searchSubscriptions: readonly Subscription[] = [
  drain(
    'search-changes',
    [
      productsEvents.created,
      productsEvents.updated,
      productsEvents.deleted,
      productsEvents.variantCreated,
      productsEvents.variantUpdated,
      productsEvents.variantDeleted,
      productImportsEvents.imported,
      inventoryEvents.adjusted,
      inventoryEvents.levelUpdated,
      reviewsEvents.moderated,
      customerGroupsEvents.productNamed,
    ],
    'search',
    // A changed price is found within two seconds: half a second here, half a second for the documents.
    { gapMs: 500 },
  ),
  drain(
    'search-fan-out',
    [
      taxonomyChanged,
      attributeChanged,
      vendorSuspended,
      vendorReactivated,
      vendorSellingChanged,
      vendorSlugChanged,
    ],
    'search',
    fanOutRows('search-fan-out'),
  ),
  each<{ runId: string; vendorId: string | null }, ReindexProductsInput>(
    'search-reindex',
    [searchEvents.reindexRequested],
    (event) => ({ contract: reindexProducts, input: { ...event.payload, origin: originOf(event) } }),
  ),
  drain('search-index', [], 'search', { due: () => searchProducts.due, backlog: searchProducts }),
];
