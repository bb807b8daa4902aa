import { defineEvent } from '#domain/_shared/event.js';

interface ProductFact {
  productId: string;
  vendorId: string;
}

interface VariantFact extends ProductFact {
  variantId: string;
}

interface TabFact extends ProductFact {
  tabId: string;
}

/** Which part of a product was changed, each by an operation of its own. */
export type ProductChange = 'basics' | 'media' | 'options' | 'sync';

export const productsEvents = {
  created: defineEvent<ProductFact>('catalog.product.created', 'product', 'A vendor created a product'),
  updated: defineEvent<ProductFact & { change: ProductChange }>(
    'catalog.product.updated',
    'product',
    'A vendor changed a product; `change` says which part',
  ),
  deleted: defineEvent<ProductFact>(
    'catalog.product.deleted',
    'product',
    'A vendor deleted a product, and with it its variants and tabs',
  ),
  variantCreated: defineEvent<VariantFact>(
    'catalog.variant.created',
    'productVariant',
    'A vendor added a variant to a product',
  ),
  variantUpdated: defineEvent<VariantFact>(
    'catalog.variant.updated',
    'productVariant',
    'A vendor changed a variant or its place',
  ),
  variantDeleted: defineEvent<VariantFact>(
    'catalog.variant.deleted',
    'productVariant',
    'A vendor deleted a variant',
  ),
  tabCreated: defineEvent<TabFact>('catalog.tab.created', 'productTab', 'A vendor added a tab to a product'),
  tabUpdated: defineEvent<TabFact>(
    'catalog.tab.updated',
    'productTab',
    'A vendor changed a tab or its place',
  ),
  tabDeleted: defineEvent<TabFact>('catalog.tab.deleted', 'productTab', 'A vendor deleted a tab'),
};
