/**
 * The features. One slug names a feature in every layer, in the tests and in the prefixes of its tables;
 * a test holds the tree to this list.
 */
export const slugs = [
  'access',
  'accounts',
  'audit',
  'carts',
  'checkout',
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
  'product-imports',
  'products',
  'reference',
  'settings',
  'taxonomy',
  'vendors',
] as const;
export type Slug = (typeof slugs)[number];
