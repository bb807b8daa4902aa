import type { Route } from '#api/kernel/route.js';
import { accessRoutes } from './access/access.routes.js';
import { apiKeysRoutes } from './access/api-keys.routes.js';
import { accountsRoutes } from './accounts/accounts.routes.js';
import { analyticsRoutes } from './analytics/analytics.routes.js';
import { auditRoutes } from './audit/audit.routes.js';
import { bannersRoutes } from '#api/banners/banners.routes.js';
import { boughtTogetherRoutes } from './bought-together/bought-together.routes.js';
import { broadcastsRoutes } from './campaigns/broadcasts.routes.js';
import { campaignTemplatesRoutes } from './campaigns/campaign-templates.routes.js';
import { unsubscribeRoutes } from './campaigns/unsubscribe.routes.js';
import { cartsRoutes } from './carts/carts.routes.js';
import { checkoutRoutes } from './checkout/checkout.routes.js';
import { pagePreviewsRoutes } from './content-pages/page-previews.routes.js';
import { contentPagesRoutes } from './content-pages/content-pages.routes.js';
import { discountsRoutes } from './discounts/discounts.routes.js';
import { dynamicLinksRoutes } from './dynamic-links/dynamic-links.routes.js';
import { linkGroupsRoutes } from './dynamic-links/link-groups.routes.js';
import { dynamicListingsRoutes } from './dynamic-listings/dynamic-listings.routes.js';
import { listingGroupsRoutes } from './dynamic-listings/listing-groups.routes.js';
import { storeListingsRoutes } from './dynamic-listings/store-listings.routes.js';
import { engineRoutes } from './engine/engine.routes.js';
import { eventsRoutes } from './events/events.routes.js';
import { healthRoutes } from './health/health.routes.js';
import { backInStockRoutes } from './inventory/back-in-stock.routes.js';
import { inventoryRoutes } from './inventory/inventory.routes.js';
import { commissionInvoicesRoutes } from './invoices/commission-invoices.routes.js';
import { creditNotesRoutes } from './invoices/credit-notes.routes.js';
import { invoicesRoutes } from './invoices/invoices.routes.js';
import { jobsRoutes } from './jobs/jobs.routes.js';
import { ledgerRoutes } from './ledger/ledger.routes.js';
import { ordersRoutes } from './orders/orders.routes.js';
import { paymentsRoutes } from './payments/payments.routes.js';
import { paymentFeedsRoutes } from './payments/payment-feeds.routes.js';
import { refundsRoutes } from './payments/refunds.routes.js';
import { emailTemplatesRoutes } from './mail/email-templates.routes.js';
import { deliveriesRoutes } from './mail/deliveries.routes.js';
import { mailStatusRoutes } from './mail/mail-status.routes.js';
import { merchantFeedRoutes } from './merchant-feed/merchant-feed.routes.js';
import { mediaRoutes } from './media/media.routes.js';
import { attributeGroupsRoutes } from './product-attributes/attribute-groups.routes.js';
import { productAttributesRoutes } from './product-attributes/product-attributes.routes.js';
import { productImportsRoutes } from './product-imports/product-imports.routes.js';
import { productChangesRoutes } from './products/product-changes.routes.js';
import { productTabsRoutes } from './products/product-tabs.routes.js';
import { productVariantsRoutes } from './products/product-variants.routes.js';
import { productsRoutes } from './products/products.routes.js';
import { reportExportsRoutes } from './reports/report-exports.routes.js';
import { reportsRoutes } from './reports/reports.routes.js';
import { vendorReportsRoutes } from './reports/vendor-reports.routes.js';
import { payoutRunsRoutes } from './payouts/payout-runs.routes.js';
import { payoutsRoutes } from './payouts/payouts.routes.js';
import { returnsRoutes } from './returns/returns.routes.js';
import { reviewsRoutes } from './reviews/reviews.routes.js';
import { shippingConfigRoutes } from './shipping/shipping-config.routes.js';
import { subOrdersRoutes } from './shipping/sub-orders.routes.js';
import { trackingRoutes } from './shipping/tracking.routes.js';
import { shipmentsRoutes } from './shipping/shipments.routes.js';
import { socialCatalogRoutes } from './social-catalog/social-catalog.routes.js';
import { taxRoutes } from './tax/flat-tax.routes.js';
import { reindexRoutes } from './search/reindex.routes.js';
import { searchAdminRoutes } from './search/search-admin.routes.js';
import { synonymsRoutes } from './search/synonyms.routes.js';
import { searchRoutes } from './search/search.routes.js';
import { settingsRoutes } from './settings/settings.routes.js';
import { catalogRequestsRoutes } from './taxonomy/catalog-requests.routes.js';
import { taxonomyRoutes } from './taxonomy/taxonomy.routes.js';
import { vendorApplicationsRoutes } from './vendors/vendor-applications.routes.js';
import { vendorsRoutes } from './vendors/vendors.routes.js';

/** Every operation of the platform. */
export const allRoutes: readonly Route[] = [
  ...accessRoutes,
  ...accountsRoutes,
  ...apiKeysRoutes,
  ...analyticsRoutes,
  ...auditRoutes,
  ...catalogRequestsRoutes,
  ...bannersRoutes,
  ...boughtTogetherRoutes,
  ...broadcastsRoutes,
  ...campaignTemplatesRoutes,
  ...unsubscribeRoutes,
  ...cartsRoutes,
  ...checkoutRoutes,
  ...contentPagesRoutes,
  ...pagePreviewsRoutes,
  ...discountsRoutes,
  ...dynamicLinksRoutes,
  ...linkGroupsRoutes,
  ...dynamicListingsRoutes,
  ...listingGroupsRoutes,
  ...storeListingsRoutes,
  ...engineRoutes,
  ...eventsRoutes,
  ...healthRoutes,
  ...backInStockRoutes,
  ...inventoryRoutes,
  ...invoicesRoutes,
  ...creditNotesRoutes,
  ...commissionInvoicesRoutes,
  ...jobsRoutes,
  ...ledgerRoutes,
  ...ordersRoutes,
  ...paymentsRoutes,
  ...paymentFeedsRoutes,
  ...refundsRoutes,
  ...emailTemplatesRoutes,
  ...deliveriesRoutes,
  ...mailStatusRoutes,
  ...merchantFeedRoutes,
  ...mediaRoutes,
  ...productAttributesRoutes,
  ...attributeGroupsRoutes,
  ...productImportsRoutes,
  ...productsRoutes,
  ...productChangesRoutes,
  ...productTabsRoutes,
  ...productVariantsRoutes,
  ...reportsRoutes,
  ...reportExportsRoutes,
  ...vendorReportsRoutes,
  ...payoutRunsRoutes,
  ...payoutsRoutes,
  ...returnsRoutes,
  ...reviewsRoutes,
  ...reindexRoutes,
  ...searchAdminRoutes,
  ...synonymsRoutes,
  ...searchRoutes,
  ...settingsRoutes,
  ...shipmentsRoutes,
  ...shippingConfigRoutes,
  ...subOrdersRoutes,
  ...socialCatalogRoutes,
  ...taxRoutes,
  ...trackingRoutes,
  ...taxonomyRoutes,
  ...vendorApplicationsRoutes,
  ...vendorsRoutes,
];
