import {
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  texts,
  uuid,
} from '#domain/_shared/columns.js';
/** What a vendor shows shoppers of itself. Pictures are storage keys or URLs. */
export const vendorPageFieldsColumns = {
  logo: nullable(text),
  /** A wide picture behind the name. */
  cover: nullable(text),
  /** HTML, cleaned when it was written. */
  story: nullable(text),
  pictures: texts,
  /** Plain text, like the shipping policy. */
  returnPolicy: nullable(text),
  shippingPolicy: nullable(text),
  metaTitle: nullable(text),
  metaDescription: nullable(text),
} as const satisfies Columns;
export type VendorPageFields = RowOf<typeof vendorPageFieldsColumns>;

export const vendorPageFields = [
  'logo',
  'cover',
  'story',
  'pictures',
  'returnPolicy',
  'shippingPolicy',
  'metaTitle',
  'metaDescription',
] as const satisfies readonly (keyof VendorPageFields)[];

/** The page as its vendor edits it. */
export interface VendorPage extends VendorPageFields {
  vendorId: string;
  slug: string;
  displayName: string;
}

export const emptyVendorPage: VendorPageFields = {
  logo: null,
  cover: null,
  story: null,
  pictures: [],
  returnPolicy: null,
  shippingPolicy: null,
  metaTitle: null,
  metaDescription: null,
};

/** A vendor in a list for shoppers. */
export const storeVendorColumns = {
  id: uuid,
  slug: text,
  displayName: text,
  logo: nullable(text),
  cover: nullable(text),
  /** Of all approved reviews of its products. */
  rating: jsonOf<{ average: number; count: number }>(),
  /** Products on sale. */
  productCount: integer,
  /** Since when it sells here. */
  since: instant,
};
export type StoreVendor = RowOf<typeof storeVendorColumns>;

/** A vendor that a shopper follows. */
export const followedVendorColumns = { ...storeVendorColumns, followedAt: instant };
export type FollowedVendor = RowOf<typeof followedVendorColumns>;
