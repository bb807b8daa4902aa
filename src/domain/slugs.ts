/**
 * The features, by the name that their folders have in each layer and in the tests, and that their tables begin with.
 * test/architecture/tree.test.ts compares the folders with it.
 */
export const slugs = [
  'access',
  'accounts',
  'analytics',
  'audit',
  'banners',
  'carts',
  'checkout',
  'content-pages',
  'discounts',
  'dynamic-links',
  'engine',
  'events',
  'health',
  'inventory',
  'invoices',
  'jobs',
  'mail',
  'media',
  'orders',
  'payments',
  'product-attributes',
  'product-imports',
  'products',
  'reference',
  'reviews',
  'search',
  'settings',
  'shipping',
  'sweeps',
  'tax',
  'taxonomy',
  'vendors',
] as const;
export type Slug = (typeof slugs)[number];
