import type { Permission } from '#domain/_shared/permission.js';
import { analyticsPermissions } from '#domain/analytics/analytics.permissions.js';
import { auditPermissions } from '#domain/audit/audit.permissions.js';
import { boughtTogetherPermissions } from '#domain/bought-together/bought-together.permissions.js';
import { contentPagesPermissions } from '#domain/content-pages/content-pages.permissions.js';
import { discountsPermissions } from '#domain/discounts/discounts.permissions.js';
import { bannersPermissions } from '#domain/banners/banners.permissions.js';
import { dynamicLinksPermissions } from '#domain/dynamic-links/dynamic-links.permissions.js';
import { campaignsPermissions } from '#domain/campaigns/campaigns.permissions.js';
import { dynamicListingsPermissions } from '#domain/dynamic-listings/dynamic-listings.permissions.js';
import { invoicesPermissions } from '#domain/invoices/invoices.permissions.js';
import { jobsPermissions } from '#domain/jobs/jobs.permissions.js';
import { mailPermissions } from '#domain/mail/mail.permissions.js';
import { mediaPermissions } from '#domain/media/media.permissions.js';
import { merchantFeedPermissions } from '#domain/merchant-feed/merchant-feed.permissions.js';
import { ordersPermissions } from '#domain/orders/orders.permissions.js';
import { paymentsPermissions } from '#domain/payments/payments.permissions.js';
import { productAttributesPermissions } from '#domain/product-attributes/product-attributes.permissions.js';
import { reportsPermissions } from '#domain/reports/reports.permissions.js';
import { reviewsPermissions } from '#domain/reviews/reviews.permissions.js';
import { searchPermissions } from '#domain/search/search.permissions.js';
import { settingsPermissions } from '#domain/settings/settings.permissions.js';
import { socialCatalogPermissions } from '#domain/social-catalog/social-catalog.permissions.js';
import { taxonomyPermissions } from '#domain/taxonomy/taxonomy.permissions.js';
import { vendorsPermissions } from '#domain/vendors/vendors.permissions.js';
import { accessPermissions } from './access.permissions.js';
import { payoutsPermissions } from '#domain/payouts/payouts.permissions.js';
import { plannedPermissions } from './planned.permissions.js';

/** Every permission with its sentence. A feature adds its table here. */
export const permissionCatalogue: Readonly<Record<Permission, string>> = {
  ...accessPermissions,
  ...analyticsPermissions,
  ...auditPermissions,
  ...boughtTogetherPermissions,
  ...contentPagesPermissions,
  ...discountsPermissions,
  ...bannersPermissions,
  ...dynamicLinksPermissions,
  ...campaignsPermissions,
  ...dynamicListingsPermissions,
  ...invoicesPermissions,
  ...jobsPermissions,
  ...mailPermissions,
  ...mediaPermissions,
  ...merchantFeedPermissions,
  ...ordersPermissions,
  ...paymentsPermissions,
  ...payoutsPermissions,
  ...plannedPermissions,
  ...productAttributesPermissions,
  ...reportsPermissions,
  ...reviewsPermissions,
  ...searchPermissions,
  ...settingsPermissions,
  ...socialCatalogPermissions,
  ...taxonomyPermissions,
  ...vendorsPermissions,
};

export const allPermissions: ReadonlySet<Permission> = new Set(
  Object.keys(permissionCatalogue) as Permission[],
);
