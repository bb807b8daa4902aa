import type { ComponentType } from 'react';

/** The pages of merchandisers and marketers: their addresses, and the operation that each cannot do without. */
export const merchandiseRoutes: readonly {
  path: string;
  load: () => Promise<{ Page: ComponentType }>;
  operation: string;
}[] = [
  { path: 'admin/discounts', load: () => import('../pages/discounts/discounts-page.js'), operation: 'getAdminDiscounts' }, // prettier-ignore
  { path: 'admin/discounts/new', load: () => import('../pages/discounts/discount-page.js'), operation: 'postAdminDiscounts' }, // prettier-ignore
  { path: 'admin/discounts/:id', load: () => import('../pages/discounts/discount-page.js'), operation: 'getAdminDiscountsById' }, // prettier-ignore
];
