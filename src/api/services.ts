import type { Platform } from '#operations/platform.js';
import { createLiveOrders } from './analytics/live-orders.js';
import { createAnalyticsService } from './analytics/analytics.service.js';
import { createApiKeysService } from './access/api-keys.service.js';
import { createRolesService } from './access/roles.service.js';
import { createUsersService } from './access/users.service.js';
import { createAccountsService } from './accounts/accounts.service.js';
import { createCartCouponsService } from './carts/cart-coupons.service.js';
import { createCartEmailService } from './carts/cart-email.service.js';
import { createBannersService } from '#api/banners/banners.service.js';
import { createBroadcastsService } from './campaigns/broadcasts.service.js';
import { createCampaignTemplatesService } from './campaigns/campaign-templates.service.js';
import { createUnsubscribeService } from './campaigns/unsubscribe.service.js';
import { createCartsService } from './carts/carts.service.js';
import { createCheckout } from './checkout/create-checkout.js';
import { createBoughtTogetherService } from './bought-together/bought-together.service.js';
import { createPagePreviewsService } from './content-pages/page-previews.service.js';
import { createContentPagesService } from './content-pages/content-pages.service.js';
import { createDiscountsService } from './discounts/discounts.service.js';
import { createExplainDiscount } from './discounts/explain-discount.js';
import { createDynamicLinksService } from './dynamic-links/dynamic-links.service.js';
import { createLinkGroupsService } from './dynamic-links/link-groups.service.js';
import { createDynamicListingsService } from './dynamic-listings/dynamic-listings.service.js';
import { createListingGroupsService } from './dynamic-listings/listing-groups.service.js';
import { createStoreListingsService } from './dynamic-listings/store-listings.service.js';
import { createEngineCodecService } from './engine/engine-codec.service.js';
import { createEventsService } from './events/events.service.js';
import { createHealthService } from './health/health.service.js';
import { createBackInStockService } from './inventory/back-in-stock.service.js';
import { createInventoryService } from './inventory/inventory.service.js';
import { createCommissionInvoicesService } from './invoices/commission-invoices.service.js';
import { createCreditNotesService } from './invoices/credit-notes.service.js';
import { createInvoiceDownload } from './invoices/invoice-download.js';
import { createInvoiceReadiness } from './invoices/invoice-readiness.js';
import { createInvoicesService } from './invoices/invoices.service.js';
import { createJobsService } from './jobs/jobs.service.js';
import { createLedgerService } from './ledger/ledger.service.js';
import { createOrdersService } from './orders/orders.service.js';
import { createEmailTemplatesService } from './mail/email-templates.service.js';
import { createTestMailsService } from './mail/test-mails.service.js';
import { createDeliveriesService } from './mail/deliveries.service.js';
import { createMailStatusService } from './mail/mail-status.service.js';
import { createMailWebhooksService } from './mail/mail-webhooks.service.js';
import { createSuppressionsService } from './mail/suppressions.service.js';
import { createMerchantFeedService } from './merchant-feed/merchant-feed.service.js';
import { createMediaDelivery } from './media/media-delivery.js';
import { createMediaService } from './media/media.service.js';
import { createAttributeGroupsService } from './product-attributes/attribute-groups.service.js';
import { createAttributesService } from './product-attributes/attributes.service.js';
import { createRefundsService } from './payments/refunds.service.js';
import { createProductImportsService } from './product-imports/product-imports.service.js';
import { createProductTabsService } from './products/product-tabs.service.js';
import { createProductVariantsService } from './products/product-variants.service.js';
import { createProductsService } from './products/products.service.js';
import { createStoreProductsService } from './products/store-products.service.js';
import { createReportDownload } from './reports/report-download.js';
import { createReportExportsService } from './reports/report-exports.service.js';
import { createReportsService } from './reports/reports.service.js';
import { createPayoutRunsService } from './payouts/payout-runs.service.js';
import { createPayoutsService } from './payouts/payouts.service.js';
import { createReturnsService } from './returns/returns.service.js';
import { createReviewsService } from './reviews/reviews.service.js';
import { createProductSearchService } from './search/product-search.service.js';
import { createReindexService } from './search/reindex.service.js';
import { createSearchAdminService } from './search/search-admin.service.js';
import { createSynonymsService } from './search/synonyms.service.js';
import { createFulfilmentChecks } from './shipping/fulfilment-checks.js';
import { createShippingConfigService } from './shipping/shipping-config.service.js';
import { createSubOrdersService } from './shipping/sub-orders.service.js';
import { createCarrierWebhooks } from './shipping/carrier-webhooks.service.js';
import { createShipmentsService } from './shipping/shipments.service.js';
import { createTrackingService } from './shipping/tracking.service.js';
import { createFlatTaxService } from './tax/flat-tax.service.js';
import { createSocialCatalogService } from './social-catalog/social-catalog.service.js';
import { createSettingsService } from './settings/settings.service.js';
import { createCatalogRequestsService } from './taxonomy/catalog-requests.service.js';
import { createTaxonomyService } from './taxonomy/taxonomy.service.js';
import { createVendorApplicationsService } from './vendors/vendor-applications.service.js';
import { createVendorsService } from './vendors/vendors.service.js';

/** What a test may set otherwise. */
export interface ServiceOptions {
  /** How long a fulfilment waits for the carrier. */
  carrierWaitMs?: number;
}

/** The use cases of every feature, as route handlers see them. */
export function createServices(platform: Platform, { carrierWaitMs }: ServiceOptions = {}) {
  const invoices = createInvoicesService(platform);
  const emailTemplates = createEmailTemplatesService(platform);
  const testMails = createTestMailsService({ ...platform, emailTemplates });
  const taxonomy = createTaxonomyService(platform);
  const reportExports = createReportExportsService(platform);
  const productSearch = createProductSearchService(platform);
  const settings = createSettingsService(platform);
  const vendors = createVendorsService(platform);
  const shippingConfig = createShippingConfigService(platform, settings);
  const fulfilmentChecks = createFulfilmentChecks({ ...platform, shippingConfig });
  return {
    accounts: createAccountsService(platform),
    analytics: createAnalyticsService(platform),
    liveOrders: createLiveOrders(platform),
    apiKeys: createApiKeysService(platform),
    attributeGroups: createAttributeGroupsService(platform),
    attributes: createAttributesService(platform),
    audit: platform.audit,
    catalogRequests: createCatalogRequestsService(platform, taxonomy),
    cartEmail: createCartEmailService(platform),
    cartCoupons: createCartCouponsService(platform),
    backInStock: createBackInStockService(platform),
    banners: createBannersService(platform),
    boughtTogether: createBoughtTogetherService(platform),
    contentPages: createContentPagesService(platform),
    pagePreviews: createPagePreviewsService(platform),
    dynamicListings: createDynamicListingsService(platform),
    listingGroups: createListingGroupsService(platform),
    storeListings: createStoreListingsService({ ...platform, productSearch }),
    dynamicLinks: createDynamicLinksService(platform),
    linkGroups: createLinkGroupsService(platform),
    broadcasts: createBroadcastsService({ ...platform, testMails }),
    campaignTemplates: createCampaignTemplatesService(platform),
    carts: createCartsService(platform),
    ...createCheckout(platform),
    deliveries: createDeliveriesService(platform),
    discounts: createDiscountsService(platform),
    emailTemplates,
    explainDiscount: createExplainDiscount(platform),
    engineCodec: createEngineCodecService(platform),
    events: createEventsService(platform),
    health: createHealthService(platform),
    inventory: createInventoryService(platform),
    invoices,
    creditNotes: createCreditNotesService(platform),
    commissionInvoices: createCommissionInvoicesService(platform),
    invoiceDownload: createInvoiceDownload({ invoices, storage: platform.storage }),
    invoiceReadiness: createInvoiceReadiness({ ...platform, invoices }),
    jobs: createJobsService(platform),
    ledger: createLedgerService(platform),
    orders: createOrdersService(platform),
    mailStatus: createMailStatusService(platform),
    mailWebhooks: createMailWebhooksService(platform),
    merchantFeed: createMerchantFeedService(platform),
    media: createMediaService(platform),
    mediaDelivery: createMediaDelivery(platform),
    productImports: createProductImportsService(platform),
    products: createProductsService(platform),
    productSearch,
    productTabs: createProductTabsService(platform),
    productVariants: createProductVariantsService(platform),
    payouts: createPayoutsService(platform),
    payoutRuns: createPayoutRunsService(platform),
    returns: createReturnsService(platform),
    reviews: createReviewsService(platform),
    reindex: createReindexService(platform),
    refunds: createRefundsService(platform),
    roles: createRolesService(platform),
    searchAdmin: createSearchAdminService(platform),
    synonyms: createSynonymsService(platform),
    settings,
    shippingConfig,
    subOrders: createSubOrdersService(platform, fulfilmentChecks, { waitMs: carrierWaitMs }),
    shipments: createShipmentsService(platform),
    tracking: createTrackingService(platform),
    carrierWebhooks: createCarrierWebhooks(platform),
    flatTax: createFlatTaxService(platform, { settingsService: settings, vendors }),
    reportDownload: createReportDownload({ ...platform, exports: reportExports }),
    reportExports,
    reports: createReportsService(platform),
    socialCatalog: createSocialCatalogService(platform),
    storeProducts: createStoreProductsService(platform),
    suppressions: createSuppressionsService(platform),
    taxonomy,
    testMails,
    unsubscribe: createUnsubscribeService(platform),
    users: createUsersService(platform),
    vendorApplications: createVendorApplicationsService(platform),
    vendors,
  };
}

export type Services = ReturnType<typeof createServices>;
