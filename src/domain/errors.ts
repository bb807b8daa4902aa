import type { ErrorCatalogue } from './_shared/error-catalogue.js';
import { platformErrors } from './_shared/platform.errors.js';
import { accessErrors } from './access/access.errors.js';
import { accountsErrors } from './accounts/accounts.errors.js';
import { cartsErrors } from './carts/carts.errors.js';
import { checkoutErrors } from './checkout/checkout.errors.js';
import { eventsErrors } from './events/events.errors.js';
import { inventoryErrors } from './inventory/inventory.errors.js';
import { invoicesErrors } from './invoices/invoices.errors.js';
import { jobsErrors } from './jobs/jobs.errors.js';
import { mediaErrors } from './media/media.errors.js';
import { ordersErrors } from './orders/orders.errors.js';
import { paymentsErrors } from './payments/payments.errors.js';
import { productImportErrors } from './product-imports/product-imports.errors.js';
import { productsErrors } from './products/products.errors.js';
import { settingsErrors } from './settings/settings.errors.js';
import { taxonomyErrors } from './taxonomy/taxonomy.errors.js';
import { vendorsErrors } from './vendors/vendors.errors.js';

/** The error catalogues of the platform and of every feature. A test holds the files to this table. */
export const errorCatalogues: Readonly<Record<string, ErrorCatalogue>> = {
  platform: platformErrors,
  access: accessErrors,
  accounts: accountsErrors,
  carts: cartsErrors,
  checkout: checkoutErrors,
  events: eventsErrors,
  inventory: inventoryErrors,
  invoices: invoicesErrors,
  jobs: jobsErrors,
  media: mediaErrors,
  orders: ordersErrors,
  payments: paymentsErrors,
  'product-imports': productImportErrors,
  products: productsErrors,
  settings: settingsErrors,
  taxonomy: taxonomyErrors,
  vendors: vendorsErrors,
};
