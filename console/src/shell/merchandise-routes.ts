import type { ComponentType } from 'react';

/** The pages of merchandisers and marketers: their addresses, and the operation that each cannot do without. */
export const merchandiseRoutes: readonly {
  path: string;
  load: () => Promise<{ Page: ComponentType }>;
  operation: string;
}[] = [
  {
    path: 'admin/discounts',
    load: () => import('../pages/discounts/discounts-page.js'),
    operation: 'getAdminDiscounts',
  },
  {
    path: 'admin/discounts/new',
    load: () => import('../pages/discounts/discount-page.js'),
    operation: 'postAdminDiscounts',
  },
  {
    path: 'admin/discounts/:id',
    load: () => import('../pages/discounts/discount-page.js'),
    operation: 'getAdminDiscountsById',
  },
  ...[
    ['categories', 'Categories'] as const,
    ['brands', 'Brands'] as const,
    ['tags', 'Tags'] as const,
    ['ingredients', 'Ingredients'] as const,
  ].flatMap(([path, name]) => [
    {
      path: `admin/${path}`,
      load: () => import('../pages/taxonomy/entries-page.js'),
      operation: `getAdmin${name}`,
    },
    {
      path: `admin/${path}/new`,
      load: () => import('../pages/taxonomy/entry-page.js'),
      operation: `postAdmin${name}`,
    },
    {
      path: `admin/${path}/:id`,
      load: () => import('../pages/taxonomy/entry-page.js'),
      operation: `getAdmin${name}ById`,
    },
  ]),
  {
    path: 'admin/product-approvals',
    load: () => import('../pages/product-approvals/approvals-page.js'),
    operation: 'getAdminProductApprovals',
  },
  {
    path: 'admin/product-approvals/:productApprovalId',
    load: () => import('../pages/product-approvals/approval-page.js'),
    operation: 'getAdminProductApprovalsByProductApprovalId',
  },
  {
    path: 'admin/product-attributes',
    load: () => import('../pages/attributes/attributes-page.js'),
    operation: 'getAdminProductAttributes',
  },
  {
    path: 'admin/product-attributes/new',
    load: () => import('../pages/attributes/attribute-page.js'),
    operation: 'postAdminProductAttributes',
  },
  {
    path: 'admin/product-attributes/:id',
    load: () => import('../pages/attributes/attribute-page.js'),
    operation: 'getAdminProductAttributesById',
  },
  {
    path: 'admin/product-attribute-groups/new',
    load: () => import('../pages/attributes/group-page.js'),
    operation: 'postAdminProductAttributeGroups',
  },
  {
    path: 'admin/product-attribute-groups/:id',
    load: () => import('../pages/attributes/group-page.js'),
    operation: 'getAdminProductAttributeGroupsById',
  },
  {
    path: 'admin/content-pages',
    load: () => import('../pages/content-pages/content-pages-page.js'),
    operation: 'getAdminContentPages',
  },
  {
    path: 'admin/content-pages/new',
    load: () => import('../pages/content-pages/content-page-page.js'),
    operation: 'postAdminContentPages',
  },
  {
    path: 'admin/content-pages/:id',
    load: () => import('../pages/content-pages/content-page-page.js'),
    operation: 'getAdminContentPagesById',
  },
  {
    path: 'admin/banners',
    load: () => import('../pages/banners/banners-page.js'),
    operation: 'getAdminBanners',
  },
  {
    path: 'admin/dynamic-link-groups',
    load: () => import('../pages/links/link-groups-page.js'),
    operation: 'getAdminDynamicLinkGroups',
  },
  {
    path: 'admin/dynamic-link-groups/:id',
    load: () => import('../pages/links/link-group-page.js'),
    operation: 'getAdminDynamicLinkGroupsById',
  },
  {
    path: 'admin/dynamic-product-listing-groups',
    load: () => import('../pages/listings/listing-groups-page.js'),
    operation: 'getAdminDynamicProductListingGroups',
  },
  {
    path: 'admin/dynamic-product-listing-groups/:id',
    load: () => import('../pages/listings/listing-group-page.js'),
    operation: 'getAdminDynamicProductListingGroupsById',
  },
  {
    path: 'admin/dynamic-product-listings/:id',
    load: () => import('../pages/listings/listing-page.js'),
    operation: 'getAdminDynamicProductListingsById',
  },
  {
    path: 'admin/fbt/pairs',
    load: () => import('../pages/bought-together/bought-together-page.js'),
    operation: 'getAdminFbt',
  },
  {
    path: 'admin/email/templates',
    load: () => import('../pages/mail/templates-page.js'),
    operation: 'getAdminEmailTemplates',
  },
  {
    path: 'admin/email/templates/:eventType/:role',
    load: () => import('../pages/mail/template-page.js'),
    operation: 'getAdminEmailTemplatesByEventTypeByRole',
  },
  {
    path: 'admin/email/deliveries',
    load: () => import('../pages/mail/mails-page.js'),
    operation: 'getAdminEmailDeliveries',
  },
  {
    path: 'admin/email/deliveries/:id',
    load: () => import('../pages/mail/delivery-page.js'),
    operation: 'getAdminEmailDeliveriesById',
  },
  {
    path: 'admin/campaigns/broadcasts',
    load: () => import('../pages/campaigns/campaigns-page.js'),
    operation: 'getAdminCampaignsBroadcasts',
  },
  {
    path: 'admin/campaigns/broadcasts/:id',
    load: () => import('../pages/campaigns/broadcast-page.js'),
    operation: 'getAdminCampaignsBroadcastsById',
  },
  {
    path: 'admin/campaigns/new',
    load: () => import('../pages/campaigns/send-page.js'),
    operation: 'postAdminCampaignsSend',
  },
  {
    path: 'admin/campaigns/templates/new',
    load: () => import('../pages/campaigns/template-page.js'),
    operation: 'postAdminCampaignsTemplates',
  },
  {
    path: 'admin/campaigns/templates/:id',
    load: () => import('../pages/campaigns/template-page.js'),
    operation: 'getAdminCampaignsTemplatesById',
  },
  {
    path: 'admin/abandoned-carts',
    load: () => import('../pages/abandoned-carts/abandoned-carts-page.js'),
    operation: 'getAdminAbandonedCartsStatistics',
  },
  {
    path: 'admin/customer-groups',
    load: () => import('../pages/customer-groups/groups-page.js'),
    operation: 'getAdminCustomerGroups',
  },
  {
    path: 'admin/customer-groups/new',
    load: () => import('../pages/customer-groups/group-page.js'),
    operation: 'postAdminCustomerGroups',
  },
  {
    path: 'admin/customer-groups/:id',
    load: () => import('../pages/customer-groups/group-page.js'),
    operation: 'getAdminCustomerGroupsById',
  },
  {
    path: 'admin/personal-data/erasures',
    load: () => import('../pages/personal-data/erasures-page.js'),
    operation: 'getAdminPersonalDataErasures',
  },
  {
    path: 'admin/payment/gateways',
    load: () => import('../pages/payments/payments-page.js'),
    operation: 'getAdminPaymentGateways',
  },
  {
    path: 'admin/shipping/carrier',
    load: () => import('../pages/carrier/carrier-page.js'),
    operation: 'getAdminShippingCarrierConfig',
  },
];
