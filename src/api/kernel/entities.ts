import type { Feature } from '#domain/_shared/feature.js';
import { features } from '#domain/features.js';

type EntitiesOf<F> = F extends { readonly entities: readonly (infer Name extends string)[] } ? Name : never;

/**
 * Every kind of row that a path parameter may name, as the features say. A parameter must name one, so that the tests that
 * go over all routes can make a row of it for its owner and try it as somebody else.
 */
export type EntityName = EntitiesOf<(typeof features)[number]>;
export const entityNames = features
  .flatMap((feature: Feature) => (feature.entities ?? []) as readonly EntityName[])
  .sort();

/** What a 404 calls the entity. */
export function entityTitle(name: EntityName): string {
  if (name === 'subOrder') return 'Sub-order';
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The field that names a row to people, where it has one; a client shows it as the title of the row and of links to it. */
export const entityTitleFields: Partial<Record<EntityName, string>> = {
  apiKey: 'name',
  brand: 'title',
  broadcast: 'subject',
  campaignTemplate: 'name',
  catalogRequest: 'title',
  category: 'title',
  commissionInvoice: 'commissionInvoiceNumber',
  contentPage: 'title',
  creditNote: 'creditNoteNumber',
  discount: 'name',
  dynamicLink: 'text',
  dynamicLinkGroup: 'title',
  dynamicListing: 'title',
  dynamicListingGroup: 'title',
  ingredient: 'title',
  job: 'workflowId',
  mailDelivery: 'recipient',
  order: 'orderNumber',
  subOrder: 'orderNumber',
  product: 'title',
  productAttribute: 'title',
  productAttributeGroup: 'title',
  productImport: 'fileName',
  productTab: 'title',
  productVariant: 'sku',
  reportExport: 'fileName',
  role: 'name',
  searchRule: 'query',
  searchSynonym: 'root',
  tag: 'title',
  user: 'email',
  vendor: 'displayName',
  vendorApplication: 'displayName',
};
