import type { AppError } from './_shared/app-error.js';
import { definitionOf, type ErrorCatalogue, type ErrorDefinition } from './_shared/error-catalogue.js';
import { platformErrors } from './_shared/platform.errors.js';
import { accessErrors } from './access/access.errors.js';
import { accountsErrors } from './accounts/accounts.errors.js';
import { analyticsErrors } from './analytics/analytics.errors.js';
import { bannersErrors } from '#domain/banners/banners.errors.js';
import { campaignsErrors } from './campaigns/campaigns.errors.js';
import { cartsErrors } from './carts/carts.errors.js';
import { checkoutErrors } from './checkout/checkout.errors.js';
import { contentPagesErrors } from './content-pages/content-pages.errors.js';
import { discountsErrors } from './discounts/discounts.errors.js';
import { dynamicLinksErrors } from './dynamic-links/dynamic-links.errors.js';
import { dynamicListingsErrors } from './dynamic-listings/dynamic-listings.errors.js';
import { eventsErrors } from './events/events.errors.js';
import { feedsErrors } from './feeds/feeds.errors.js';
import { inventoryErrors } from './inventory/inventory.errors.js';
import { invoicesErrors } from './invoices/invoices.errors.js';
import { jobsErrors } from './jobs/jobs.errors.js';
import { mailErrors } from './mail/mail.errors.js';
import { ledgerErrors } from './ledger/ledger.errors.js';
import { mediaErrors } from './media/media.errors.js';
import { merchantFeedErrors } from './merchant-feed/merchant-feed.errors.js';
import { ordersErrors } from './orders/orders.errors.js';
import { paymentsErrors } from './payments/payments.errors.js';
import { payoutsErrors } from './payouts/payouts.errors.js';
import { productAttributesErrors } from './product-attributes/product-attributes.errors.js';
import { productImportErrors } from './product-imports/product-imports.errors.js';
import { productsErrors } from './products/products.errors.js';
import { reportsErrors } from './reports/reports.errors.js';
import { returnsErrors } from './returns/returns.errors.js';
import { reviewsErrors } from './reviews/reviews.errors.js';
import { searchErrors } from './search/search.errors.js';
import { settingsErrors } from './settings/settings.errors.js';
import { shippingErrors } from './shipping/shipping.errors.js';
import { socialCatalogErrors } from './social-catalog/social-catalog.errors.js';
import { taxonomyErrors } from './taxonomy/taxonomy.errors.js';
import { vendorsErrors } from './vendors/vendors.errors.js';

/** The error catalogues of the platform and of every feature. A test holds the files to this table. */
export const errorCatalogues: Readonly<Record<string, ErrorCatalogue>> = {
  platform: platformErrors,
  access: accessErrors,
  accounts: accountsErrors,
  analytics: analyticsErrors,
  banners: bannersErrors,
  campaigns: campaignsErrors,
  carts: cartsErrors,
  checkout: checkoutErrors,
  'content-pages': contentPagesErrors,
  discounts: discountsErrors,
  'dynamic-links': dynamicLinksErrors,
  'dynamic-listings': dynamicListingsErrors,
  events: eventsErrors,
  feeds: feedsErrors,
  inventory: inventoryErrors,
  invoices: invoicesErrors,
  jobs: jobsErrors,
  mail: mailErrors,
  ledger: ledgerErrors,
  media: mediaErrors,
  'merchant-feed': merchantFeedErrors,
  orders: ordersErrors,
  payments: paymentsErrors,
  payouts: payoutsErrors,
  'product-attributes': productAttributesErrors,
  'product-imports': productImportErrors,
  products: productsErrors,
  reports: reportsErrors,
  returns: returnsErrors,
  reviews: reviewsErrors,
  search: searchErrors,
  settings: settingsErrors,
  shipping: shippingErrors,
  'social-catalog': socialCatalogErrors,
  taxonomy: taxonomyErrors,
  vendors: vendorsErrors,
};

const snakeCase = (name: string) =>
  name.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const reasons = new Map<ErrorDefinition, string>(
  Object.entries(errorCatalogues).flatMap(([slug, catalogue]) =>
    Object.entries(catalogue).map(([key, { definition }]) => [
      definition,
      `${snakeCase(slug)}.${snakeCase(key)}`,
    ]),
  ),
);

/** The `reason` of a catalogue entry: its slug and its name, `invoices.still_generating`. */
export function reasonOfEntry(definition: ErrorDefinition): string {
  const reason = reasons.get(definition);
  if (!reason) throw new Error(`"${definition.message}" is in no catalogue of src/domain/errors.ts`);
  return reason;
}

/** The `reason` that clients branch on. A failure that a workflow recorded before reasons existed has its code alone. */
export function reasonOf(error: AppError): string {
  const definition = definitionOf(error);
  return error.reason ?? (definition && reasons.get(definition)) ?? `platform.${error.code.toLowerCase()}`;
}
