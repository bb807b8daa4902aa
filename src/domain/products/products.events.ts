import { defineEvent } from '#domain/_shared/event.js';

interface ProductPayload {
  productId: string;
  vendorId: string;
}

interface VariantPayload extends ProductPayload {
  variantId: string;
}

interface TabPayload extends ProductPayload {
  tabId: string;
}

/** Which part of a product was changed, each by its own operation. */
export type ProductChange = 'basics' | 'media' | 'options' | 'sync' | 'customFields';

export const productsEvents = {
  created: defineEvent<ProductPayload>('catalog.product.created', 'product', 'A vendor created a product', {
    webhook: true,
  }),
  updated: defineEvent<ProductPayload & { change: ProductChange }>(
    'catalog.product.updated',
    'product',
    'A vendor changed a product; `change` says which part',
    { webhook: true },
  ),
  deleted: defineEvent<ProductPayload>(
    'catalog.product.deleted',
    'product',
    'A vendor deleted a product, and with it its variants and tabs',
    { webhook: true },
  ),
  variantCreated: defineEvent<VariantPayload>(
    'catalog.variant.created',
    'productVariant',
    'A vendor added a variant to a product',
  ),
  variantUpdated: defineEvent<VariantPayload>(
    'catalog.variant.updated',
    'productVariant',
    'A vendor changed a variant or its place',
  ),
  variantDeleted: defineEvent<VariantPayload>(
    'catalog.variant.deleted',
    'productVariant',
    'A vendor deleted a variant',
  ),
  tabCreated: defineEvent<TabPayload>(
    'catalog.tab.created',
    'productTab',
    'A vendor added a tab to a product',
  ),
  tabUpdated: defineEvent<TabPayload>(
    'catalog.tab.updated',
    'productTab',
    'A vendor changed a tab or its place',
  ),
  tabDeleted: defineEvent<TabPayload>('catalog.tab.deleted', 'productTab', 'A vendor deleted a tab'),
};
