/**
 * Every kind of row that a path parameter may name. A parameter must name one, so that the tests that go over all
 * routes can make a row of it for its owner and try it as somebody else.
 */
export const entityNames = [
  'apiKey',
  'banner',
  'brand',
  'broadcast',
  'campaignTemplate',
  'cart',
  'cartItem',
  'catalogRequest',
  'category',
  'commissionInvoice',
  'contentPage',
  'creditNote',
  'discount',
  'dynamicLink',
  'dynamicLinkGroup',
  'dynamicListing',
  'dynamicListingGroup',
  'ingredient',
  'job',
  'mailDelivery',
  'media',
  'order',
  'orderVendor',
  'outboxEvent',
  'payment',
  'payout',
  'payoutRun',
  'product',
  'productAttribute',
  'productAttributeGroup',
  'productImport',
  'productTab',
  'productVariant',
  'refund',
  'reportExport',
  'returnRequest',
  'review',
  'role',
  'searchRun',
  'searchSynonym',
  'tag',
  'user',
  'vendor',
  'vendorApplication',
  'vendorReportExport',
] as const;
export type EntityName = (typeof entityNames)[number];

/** What a 404 calls the entity. */
export function entityTitle(name: EntityName): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
