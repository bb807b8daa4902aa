import type { ComponentType } from 'react';

/** The pages of vendors, made by hand: their addresses, and the operation that each cannot do without. */
export const vendorRoutes: readonly {
  path: string;
  load: () => Promise<{ Page: ComponentType }>;
  operation?: string;
}[] = [
  { path: 'apply', load: () => import('../pages/vendor-start/apply-page.js') },
  { path: 'vendor', load: () => import('../pages/vendor-home/home-page.js') },
  {
    path: 'vendor/orders',
    load: () => import('../pages/vendor-orders/orders-page.js'),
    operation: 'getVendorOrders',
  },
  {
    path: 'vendor/orders/:orderVendorId',
    load: () => import('../pages/vendor-orders/order-page.js'),
    operation: 'getVendorOrdersByOrderVendorId',
  },
  {
    path: 'vendor/pickups',
    load: () => import('../pages/vendor-orders/pickups-page.js'),
    operation: 'getVendorPickups',
  },
  {
    path: 'vendor/return-requests',
    load: () => import('../pages/vendor-orders/returns-page.js'),
    operation: 'getVendorReturnRequests',
  },
  {
    path: 'vendor/products',
    load: () => import('../pages/vendor-products/products-page.js'),
    operation: 'getVendorProducts',
  },
  {
    path: 'vendor/products/new',
    load: () => import('../pages/vendor-product/product-page.js'),
    operation: 'postVendorProducts',
  },
  {
    path: 'vendor/products/:productId',
    load: () => import('../pages/vendor-product/product-page.js'),
    operation: 'getVendorProductsByProductIdDetail',
  },
  {
    path: 'vendor/product-imports',
    load: () => import('../pages/vendor-products/imports-page.js'),
    operation: 'getVendorProductImports',
  },
  {
    path: 'vendor/inventory',
    load: () => import('../pages/vendor-stock/inventory-page.js'),
    operation: 'getVendorInventory',
  },
  {
    path: 'vendor/gst-gaps',
    load: () => import('../pages/vendor-stock/tax-gaps-page.js'),
    operation: 'getVendorGstGaps',
  },
  {
    path: 'vendor/feed-gaps',
    load: () => import('../pages/vendor-stock/feed-gaps-page.js'),
    operation: 'getVendorFeedGaps',
  },
  {
    path: 'vendor/money',
    load: () => import('../pages/vendor-money/money-page.js'),
    operation: 'getVendorBalance',
  },
  {
    path: 'vendor/tax',
    load: () => import('../pages/vendor-money/tax-page.js'),
    operation: 'getVendorGstReturnsByMonth',
  },
  {
    path: 'vendor/reports',
    load: () => import('../pages/reports/reports-page.js'),
    operation: 'getVendorReports',
  },
  {
    path: 'vendor/reports/:key',
    load: () => import('../pages/reports/report-page.js'),
    operation: 'getVendorReportsByKey',
  },
  {
    path: 'vendor/profile',
    load: () => import('../pages/vendor-shop/profile-page.js'),
    operation: 'getVendorProfile',
  },
  { path: 'vendor/page', load: () => import('../pages/shop-page/own-page.js'), operation: 'getVendorPage' },
  {
    path: 'vendor/team',
    load: () => import('../pages/vendor-shop/team-page.js'),
    operation: 'getVendorProfile',
  },
  {
    path: 'vendor/shipping',
    load: () => import('../pages/vendor-shop/shipping-page.js'),
    operation: 'getVendorShippingConfig',
  },
  {
    path: 'vendor/settings',
    load: () => import('../pages/vendor-shop/settings-page.js'),
    operation: 'getVendorSettings',
  },
  {
    path: 'vendor/webhooks',
    load: () => import('../pages/webhooks/endpoints-page.js'),
    operation: 'getVendorWebhooks',
  },
  {
    path: 'vendor/webhooks/new',
    load: () => import('../pages/webhooks/endpoints-page.js'),
    operation: 'postVendorWebhooks',
  },
  {
    path: 'vendor/webhooks/:endpointId',
    load: () => import('../pages/webhooks/endpoint-page.js'),
    operation: 'getVendorWebhooksByEndpointId',
  },
  {
    path: 'vendor/webhooks/deliveries/:deliveryId',
    load: () => import('../pages/webhooks/delivery-page.js'),
    operation: 'getVendorWebhooksDeliveriesByDeliveryId',
  },
  {
    path: 'vendor/reviews',
    load: () => import('../pages/vendor-shop/reviews-page.js'),
    operation: 'getVendorReviews',
  },
];
