import type { Container } from '#lib/container.js';
import { createApiKeysService } from './access/api-keys.service.js';
import { createRolesService } from './access/roles.service.js';
import { createUsersService } from './access/users.service.js';
import { createAccountsService } from './accounts/accounts.service.js';
import { createCartsService } from './carts/carts.service.js';
import { createCheckout } from './checkout/create-checkout.js';
import { createEngineCodecService } from './engine/engine-codec.service.js';
import { createEventsService } from './events/events.service.js';
import { createHealthService } from './health/health.service.js';
import { createInventoryService } from './inventory/inventory.service.js';
import { createInvoiceDownload } from './invoices/invoice-download.js';
import { createInvoiceReadiness } from './invoices/invoice-readiness.js';
import { createInvoicesService } from './invoices/invoices.service.js';
import { createJobsService } from './jobs/jobs.service.js';
import { createOrdersService } from './orders/orders.service.js';
import { createMediaDelivery } from './media/media-delivery.js';
import { createMediaService } from './media/media.service.js';
import { createProductImportsService } from './product-imports/product-imports.service.js';
import { createProductsService } from './products/products.service.js';
import { createStoreProductsService } from './products/store-products.service.js';
import { createSettingsService } from './settings/settings.service.js';
import { createCatalogRequestsService } from './taxonomy/catalog-requests.service.js';
import { createTaxonomyService } from './taxonomy/taxonomy.service.js';
import { createVendorApplicationsService } from './vendors/vendor-applications.service.js';
import { createVendorsService } from './vendors/vendors.service.js';

/** The use cases of every feature, as route handlers see them. */
export function createServices(container: Container) {
  const invoices = createInvoicesService(container);
  const taxonomy = createTaxonomyService(container);
  return {
    accounts: createAccountsService(container),
    apiKeys: createApiKeysService(container),
    audit: container.audit,
    catalogRequests: createCatalogRequestsService(container, taxonomy),
    carts: createCartsService(container),
    ...createCheckout(container),
    engineCodec: createEngineCodecService(container),
    events: createEventsService(container),
    health: createHealthService(container),
    inventory: createInventoryService(container),
    invoices,
    invoiceDownload: createInvoiceDownload({ invoices, storage: container.storage }),
    invoiceReadiness: createInvoiceReadiness({ ...container, invoices }),
    jobs: createJobsService(container),
    orders: createOrdersService(container),
    media: createMediaService(container),
    mediaDelivery: createMediaDelivery(container),
    productImports: createProductImportsService(container),
    products: createProductsService(container),
    roles: createRolesService(container),
    settings: createSettingsService(container),
    storeProducts: createStoreProductsService(container),
    taxonomy,
    users: createUsersService(container),
    vendorApplications: createVendorApplicationsService(container),
    vendors: createVendorsService(container),
  };
}

export type Services = ReturnType<typeof createServices>;
