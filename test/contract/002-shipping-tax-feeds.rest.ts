import { holdContract } from './hold-contract.js';
import { shippingAccess } from './002-access.js';
import { carrierConfig, carrierWebhooks, shipments } from './002-carrier.js';
import { merchantConnection, merchantItems } from './002-merchant-feed.js';
import { flatTax, selfHandled, shippingCharge } from './002-shipping.js';
import { socialCatalog } from './002-social-catalog.js';

holdContract('002, shipping, tax and feeds', {
  tables: {
    shippingAccess,
    shippingCharge,
    selfHandled,
    flatTax,
    carrierConfig,
    shipments,
    carrierWebhooks,
    merchantConnection,
    merchantItems,
    socialCatalog,
  },
  atLeast: 2_300,
});
