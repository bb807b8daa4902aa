import { defineEvent } from '#domain/_shared/event.js';

export interface ImportRequested {
  importId: string;
  vendorId: string;
  fileName: string;
}

export interface ProductsImported {
  importId: string;
  vendorId: string;
  /** Products that were created or changed, variants and stock among it. */
  productIds: string[];
}

export const productImportsEvents = {
  requested: defineEvent<ImportRequested>(
    'product-imports.requested',
    'productImport',
    'A vendor uploaded a product file',
  ),
  imported: defineEvent<ProductsImported>(
    'catalog.products.imported',
    'productImport',
    'A batch of an import created or changed these products; stands in place of the events of each product',
    { webhook: true },
  ),
};
