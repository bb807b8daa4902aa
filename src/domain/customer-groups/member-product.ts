/** The most groups that see a private product. */
export const MAX_PRODUCT_GROUPS = 20;

/** Who sees a product that is not public. */
export interface ProductGroups {
  /** Groups count only while the product is private. */
  visibility: 'public' | 'private';
  groups: { id: string; name: string }[];
}

/** A private product in the list of what a member sees. Amounts in subunits. */
export interface MemberProduct {
  id: string;
  title: string;
  slug: string;
  thumbnail: string | null;
  /** Lowest and highest current price; null without a price. */
  priceStart: number | null;
  priceEnd: number | null;
  publishedAt: Date;
  vendor: { id: string; slug: string; displayName: string };
}
