import type { PieceVendor } from '#domain/checkout/quote-piece.js';
import type { GstTreatment } from '#domain/tax/gst-rate.js';

/** What the feeds read of a variant: everything that decides whether it is sent, and what is sent of it. */
export interface FeedVariant {
  variantId: string;
  productId: string;
  sku: string | null;
  ean: string | null;
  upc: string | null;
  barcode: string | null;
  /** Subunits, as the catalog has it. */
  price: number | null;
  specialPrice: number | null;
  specialPriceStart: Date | null;
  specialPriceEnd: Date | null;
  /** Grams. */
  weight: number | null;
  thumbnail: string | null;
  images: string[];
  /** Its options no longer exist: it has to be completed before it can be sold. */
  detached: boolean;
  variantDeleted: boolean;
  /** Names and values of its options, in the order of the product. */
  options: { name: string; value: string }[];
  /** Attributes of its product, in their order. */
  attributes: { code: string; title: string; value: string }[];
  /** Other variants of its product that are not deleted. */
  siblings: number;
  productTitle: string;
  productSlug: string;
  productDescription: string | null;
  productStatus: 'draft' | 'active' | 'archived';
  productVisibility: 'public' | 'private';
  publishedAt: Date | null;
  productDeleted: boolean;
  productThumbnail: string | null;
  productImages: string[];
  material: string | null;
  brand: string | null;
  /** Titles from the root to the primary category. */
  categoryPath: string[];
  /** What GST it has: its own, of its product or by its HSN code. */
  gst: GstTreatment;
  /** By what its vendor taxes and ships. */
  vendor: PieceVendor;
  /** Whether its vendor sells: neither suspended nor gone. */
  vendorSells: boolean;
  /** Null where nobody opened a stock for it. */
  inventory: FeedInventory | null;
}

export interface FeedInventory {
  trackInventory: boolean;
  quantityOnHand: number;
  reservedQuantity: number;
  allowBackorder: boolean;
}

/** Why a variant is not sent. */
export type SkipReason =
  | 'product_deleted'
  | 'variant_deleted'
  | 'product_not_active'
  | 'product_not_public'
  | 'not_published'
  | 'vendor_suspended'
  | 'variant_incomplete'
  | 'no_price'
  | 'zero_price'
  | 'no_image'
  | 'no_slug';

/** The reason why a variant does not belong into a feed; null for one that does. */
export function ineligibleBecause(variant: FeedVariant, now: Date): SkipReason | null {
  if (variant.productDeleted) return 'product_deleted';
  if (variant.variantDeleted) return 'variant_deleted';
  if (variant.productStatus !== 'active') return 'product_not_active';
  if (variant.productVisibility !== 'public') return 'product_not_public';
  if (!variant.publishedAt || variant.publishedAt > now) return 'not_published';
  if (!variant.vendorSells) return 'vendor_suspended';
  if (variant.detached) return 'variant_incomplete';
  return null;
}

/** A variant that can be bought is in stock, also on backorder. Quantities are not sent. */
export function isInStock({ inventory }: Pick<FeedVariant, 'inventory'>): boolean {
  if (!inventory) return false;
  const { trackInventory, allowBackorder, quantityOnHand, reservedQuantity } = inventory;
  return !trackInventory || allowBackorder || quantityOnHand - reservedQuantity > 0;
}

/** Title of the product with the values of the options that it does not have already: `Kurta - Indigo / M`. */
export function variantTitle({ productTitle, options }: FeedVariant): string {
  const words = ` ${productTitle
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')} `;
  const isNew = (value: string) =>
    !words.includes(
      ` ${value
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .join(' ')
        .trim()} `,
    );
  const values = [...new Set(options.map(({ value }) => value).filter(isNew))].join(' / ');
  return values ? `${productTitle} - ${values}` : productTitle;
}

/** The picture of the variant first, then those of its product; each once. */
export function picturesOf(variant: FeedVariant): string[] {
  const all = [variant.thumbnail, ...variant.images, variant.productThumbnail, ...variant.productImages];
  return [...new Set(all.filter((item): item is string => !!item))];
}
