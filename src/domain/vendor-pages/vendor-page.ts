/** What a vendor shows shoppers of itself. Pictures are storage keys or URLs. */
export interface VendorPageFields {
  logo: string | null;
  /** A wide picture behind the name. */
  cover: string | null;
  /** HTML, cleaned when it was written. */
  story: string | null;
  pictures: string[];
  /** Plain text, like the shipping policy. */
  returnPolicy: string | null;
  shippingPolicy: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
}

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
export interface StoreVendor {
  id: string;
  slug: string;
  displayName: string;
  logo: string | null;
  cover: string | null;
  /** Of all approved reviews of its products. */
  rating: { average: number; count: number };
  /** Products on sale. */
  productCount: number;
  /** Since when it sells here. */
  since: Date;
}

/** A vendor that a shopper follows. */
export interface FollowedVendor extends StoreVendor {
  followedAt: Date;
}
