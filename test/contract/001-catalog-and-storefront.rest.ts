import { holdContract } from './hold-contract.js';
import { catalogAccess } from './001-access.js';
import { attributes } from './001-attributes.js';
import { banners } from './001-banners.js';
import { contentPages } from './001-content.js';
import { coupons, discounts } from './001-discounts.js';
import { ratings, reindex, search } from './001-search.js';
import { boughtTogether, dynamicLinks, dynamicListings } from './001-storefront.js';
import { catalogRequests, vendorProducts, vendorVariants } from './001-vendor-catalog.js';

holdContract('001, catalog and storefront', {
  tables: {
    catalogAccess,
    attributes,
    discounts,
    coupons,
    banners,
    contentPages,
    dynamicLinks,
    dynamicListings,
    boughtTogether,
    search,
    ratings,
    reindex,
    vendorProducts,
    vendorVariants,
    catalogRequests,
  },
  atLeast: 5_400,
});
