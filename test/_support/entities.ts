import { accessEntities } from '../access/access.entities.js';
import { accountsEntities } from '../accounts/accounts.entities.js';
import { bannersEntities } from '../banners/banners.entities.js';
import { campaignsEntities } from '../campaigns/campaigns.entities.js';
import { cartsEntities } from '../carts/carts.entities.js';
import { contentPagesEntities } from '../content-pages/content-pages.entities.js';
import { discountsEntities } from '../discounts/discounts.entities.js';
import { dynamicLinksEntities } from '../dynamic-links/dynamic-links.entities.js';
import { dynamicListingsEntities } from '../dynamic-listings/dynamic-listings.entities.js';
import { eventsEntities } from '../events/events.entities.js';
import { invoicesEntities } from '../invoices/invoices.entities.js';
import { mailEntities } from '../mail/mail.entities.js';
import { ordersEntities } from '../orders/orders.entities.js';
import { paymentsEntities } from '../payments/payments.entities.js';
import { productAttributesEntities } from '../product-attributes/product-attributes.entities.js';
import { searchEntities } from '../search/search.entities.js';
import { productImportsEntities } from '../product-imports/product-imports.entities.js';
import { productsEntities } from '../products/products.entities.js';
import { reportsEntities } from '../reports/reports.entities.js';
import { payoutsEntities } from '../payouts/payouts.entities.js';
import { returnsEntities } from '../returns/returns.entities.js';
import { reviewsEntities } from '../reviews/reviews.entities.js';
import { taxonomyEntities } from '../taxonomy/taxonomy.entities.js';
import { vendorsEntities } from '../vendors/vendors.entities.js';
import type { EntityFactories } from './entity-factory.js';

export type { EntityWorld, OwnedRow } from './entity-factory.js';

/**
 * How a row of each entity is made for its owner. A feature adds its table, `test/<slug>/<slug>.entities.ts`, after those
 * whose rows it is made of; the tests that go over all routes do the rest.
 */
export const entityFactories: EntityFactories = {
  ...vendorsEntities,
  ...accessEntities,
  ...accountsEntities,
  ...ordersEntities,
  ...invoicesEntities,
  ...paymentsEntities,
  ...productsEntities,
  ...productAttributesEntities,
  ...productImportsEntities,
  ...reportsEntities,
  ...payoutsEntities,
  ...returnsEntities,
  ...searchEntities,
  ...reviewsEntities,
  ...eventsEntities,
  ...cartsEntities,
  ...taxonomyEntities,
  ...discountsEntities,
  ...bannersEntities,
  ...contentPagesEntities,
  ...mailEntities,
  ...dynamicLinksEntities,
  ...campaignsEntities,
  ...dynamicListingsEntities,
};
