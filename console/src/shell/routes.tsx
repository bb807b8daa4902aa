import { pages } from 'haat-console-plugins';
import { type ComponentType } from 'react';
import { createBrowserRouter, type LoaderFunction, redirect, type RouteObject } from 'react-router';
import { Guarded } from '../generic/forbidden.js';
import { reloadOnce } from './new-version.js';
import { pluginAddress } from './plugin-menu.js';
import { RouteError } from './route-error.js';
import { Shell } from './shell.js';
import { vendorRoutes } from './vendor-routes.js';

/**
 * A page in its own chunk. A chunk that is gone after a deploy reloads the page, once. Without the permission of
 * `operation` it names that instead.
 */
function lazy(
  load: () => Promise<{ Page: ComponentType; loader?: LoaderFunction }>,
  operation?: string,
): Pick<RouteObject, 'lazy'> {
  return {
    lazy: async () => {
      const { Page, loader } = await load().catch(reloadOnce);
      if (operation === undefined) return { Component: Page, ...(loader && { loader }) };
      return {
        element: (
          <Guarded operation={operation}>
            <Page />
          </Guarded>
        ),
      };
    },
  };
}

/** Pages made by hand come first; every other address is the path of an operation, whose page is made of its declaration. */
export const router = createBrowserRouter(
  [
    {
      path: '/',
      element: <Shell />,
      errorElement: <RouteError />,
      children: [
        {
          errorElement: <RouteError />,
          children: [
            { index: true, ...lazy(() => import('../pages/home/home-page.js')) },
            { path: 'jobs', ...lazy(() => import('../pages/jobs/jobs-page.js'), 'getAdminJobs') },
            {
              path: 'jobs/:workflowId',
              ...lazy(() => import('../pages/jobs/job-page.js'), 'getAdminJobsByWorkflowId'),
            },
            {
              path: 'admin/orders',
              ...lazy(() => import('../pages/orders/orders-page.js'), 'getAdminOrders'),
            },
            {
              path: 'admin/orders/:orderId',
              ...lazy(() => import('../pages/orders/order-page.js'), 'getAdminOrdersByOrderId'),
            },
            {
              path: 'admin/customers',
              ...lazy(() => import('../pages/customers/customers-page.js'), 'getAdminCustomers'),
            },
            {
              path: 'admin/customers/:id',
              ...lazy(() => import('../pages/customers/customer-page.js'), 'getAdminCustomersById'),
            },
            {
              path: 'admin/products',
              ...lazy(() => import('../pages/products/products-page.js'), 'getAdminProducts'),
            },
            {
              path: 'admin/products/:id',
              ...lazy(() => import('../pages/products/product-page.js'), 'getAdminProductsById'),
            },
            { path: 'money', ...lazy(() => import('../pages/money/money-page.js')) },
            { path: 'queues', ...lazy(() => import('../pages/queues/queues-page.js')) },
            { path: 'reports', ...lazy(() => import('../pages/reports/reports-page.js'), 'getAdminReports') },
            {
              path: 'reports/:key',
              ...lazy(() => import('../pages/reports/report-page.js'), 'getAdminReportsByKey'),
            },
            {
              path: 'settings',
              ...lazy(() => import('../pages/settings/settings-page.js'), 'getAdminSettings'),
            },
            {
              path: 'settings/:scope/:group',
              ...lazy(() => import('../pages/settings/settings-page.js'), 'getAdminSettings'),
            },
            // Where the consent pages of the feeds send a browser back to.
            { path: 'settings/social', loader: () => redirect('/plugins/social-catalog') },
            { path: 'integrations/merchant-feed', loader: () => redirect('/plugins/merchant-feed') },
            ...vendorRoutes.map(({ path, load, operation }) => ({ path, ...lazy(load, operation) })),
            // Mails to vendors name a payout; the list of payouts is where vendors see it.
            { path: 'vendor/payouts/:payoutId', loader: () => redirect('/vendor/money') },
            { path: 'vendor/report-exports', loader: () => redirect('/vendor/reports?tab=exports') },
            { path: 'vendor/payouts', loader: () => redirect('/vendor/money') },
            {
              path: 'admin/vendors/:vendorId',
              ...lazy(() => import('../pages/vendors/vendor-page.js'), 'getAdminVendorsByVendorId'),
            },
            {
              path: 'admin/vendors/:vendorId/page',
              ...lazy(() => import('../pages/shop-page/any-page.js'), 'getAdminVendorsByVendorIdPage'),
            },
            {
              path: 'admin/invoices',
              ...lazy(() => import('../pages/invoices/invoices-page.js'), 'getAdminInvoices'),
            },
            {
              path: 'admin/tax/hsn-rates',
              ...lazy(() => import('../pages/tax/rates-page.js'), 'getAdminTaxHsnRates'),
            },
            { path: 'admin/audit', ...lazy(() => import('../pages/audit/audit-page.js'), 'getAdminAudit') },
            { path: 'admin/roles', ...lazy(() => import('../pages/access/roles-page.js'), 'getAdminRoles') },
            {
              path: 'admin/api-keys',
              ...lazy(() => import('../pages/access/api-keys-page.js'), 'getAdminApiKeys'),
            },
            {
              path: 'admin/api-keys/new',
              ...lazy(() => import('../pages/access/api-keys-page.js'), 'postAdminApiKeys'),
            },
            {
              path: 'admin/webhooks',
              ...lazy(() => import('../pages/webhooks/endpoints-page.js'), 'getAdminWebhooks'),
            },
            {
              path: 'admin/webhooks/new',
              ...lazy(() => import('../pages/webhooks/endpoints-page.js'), 'postAdminWebhooks'),
            },
            {
              path: 'admin/webhooks/:endpointId',
              ...lazy(() => import('../pages/webhooks/endpoint-page.js'), 'getAdminWebhooksByEndpointId'),
            },
            {
              path: 'admin/webhooks/deliveries/:deliveryId',
              ...lazy(
                () => import('../pages/webhooks/delivery-page.js'),
                'getAdminWebhooksDeliveriesByDeliveryId',
              ),
            },
            {
              path: 'admin/search/rules/new',
              ...lazy(() => import('../pages/search/rule-page.js'), 'postAdminSearchRules'),
            },
            {
              path: 'admin/search/rules/:id',
              ...lazy(() => import('../pages/search/rule-page.js'), 'getAdminSearchRulesById'),
            },
            {
              path: 'search',
              ...lazy(() => import('../pages/search/search-page.js'), 'getAdminSearchQueries'),
            },
            ...pages.map((page) => ({
              path: pluginAddress(page).slice(1),
              errorElement: <RouteError />,
              ...lazy(page.load, page.operation),
            })),
            { path: 'admin', ...lazy(() => import('../generic/all-lists-page.js')) },
            { path: 'account', ...lazy(() => import('../pages/account/account-page.js')) },
            { path: '*', ...lazy(() => import('./other-pages.js')) },
          ],
        },
      ],
    },
  ],
  { basename: '/console' },
);
