import { originOf } from '#domain/_shared/context.js';
import {
  type ImportRequested,
  productImportsEvents,
} from '#domain/product-imports/product-imports.events.js';
import {
  importProducts,
  type ImportProductsInput,
} from '#workflows/product-imports/product-imports.contract.js';
import { each, type Subscription } from './subscription.js';

export const productImportsSubscriptions: readonly Subscription[] = [
  each<ImportRequested, ImportProductsInput>(
    'product-imports-run',
    [productImportsEvents.requested],
    (event) => ({ contract: importProducts, input: { ...event.payload, origin: originOf(event) } }),
  ),
];
