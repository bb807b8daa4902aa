import { currentPrice } from '#domain/checkout/current-price.js';
import { quotePiece } from '#domain/checkout/quote-piece.js';
import { cutAtWord, gtinOf, pictureUrl, productPageUrl, stripMarkup, variantPageUrl } from './feed-text.js';
import { type Sale, saleOf } from './sale-window.js';
import { readVariantFields, type VariantFieldValues } from './variant-fields.js';
import {
  type FeedVariant,
  ineligibleBecause,
  isInStock,
  picturesOf,
  type SkipReason,
  variantTitle,
} from './feed-variant.js';
import type { PayloadSettings } from './mapped-item.js';

/** How long texts and lists may be at the remote side. */
export interface OfferLimits {
  title: number;
  description: number;
  brand: number;
  mpn: number;
  /** Pictures beside the first. */
  images: number;
}

/** What every feed says of a variant, before each puts it into its own form. */
export interface FeedOffer {
  title: string;
  /** Without its options, which stand in their fields; the same for all variants of a product. */
  groupTitle: string;
  /** Null for the only variant of its product: a single variant is not a group. */
  groupId: string | null;
  fields: VariantFieldValues;
  description: string;
  link: string;
  image: string;
  otherImages: string[];
  inStock: boolean;
  /** Subunits that a buyer pays for a piece, taxes included. */
  price: number;
  /** Subunits that a buyer of one piece pays for its shipping at this moment, taxes included. */
  shipping: number;
  /** The special price, also before its time, as a buyer pays it. */
  sale: Sale | null;
  brand: string | undefined;
  gtin: string | null;
  mpn: string | undefined;
}

/** Reads a variant as an offer; `skip` says why it is not one. */
export function feedOffer(
  variant: FeedVariant,
  settings: PayloadSettings,
  now: Date,
  limits: OfferLimits,
): FeedOffer | { skip: SkipReason } {
  const skip = ineligibleBecause(variant, now);
  if (skip) return { skip };
  const price = currentPrice(variant, now);
  if (variant.price === null || price === null) return { skip: 'no_price' };
  // Both services refuse an item that costs nothing.
  if (variant.price === 0 || price === 0) return { skip: 'zero_price' };
  if (variant.productSlug === '') return { skip: 'no_slug' };
  const [image, ...others] = picturesOf(variant).map((picture) => pictureUrl(picture, settings.apiBaseUrl));
  if (!image) return { skip: 'no_image' };
  // A title of nothing but markup is sent as it is: one without characters would be refused.
  const plainTitle = variantTitle(variant).trim();
  const title = cutAtWord(stripMarkup(plainTitle) || plainTitle, limits.title);
  const groupTitle = cutAtWord(
    stripMarkup(variant.productTitle) || variant.productTitle.trim(),
    limits.title,
  );
  const paid = (subunits: number) => quotePiece(variant, subunits, variant.vendor, settings.pricing);
  const sale = saleOf(variant, now);
  const isGrouped = variant.siblings > 0;
  const page = productPageUrl(
    settings.storefrontBaseUrl,
    settings.storefrontProductPath,
    variant.productSlug,
  );
  const description = cutAtWord(stripMarkup(variant.productDescription ?? ''), limits.description);
  return {
    title,
    groupTitle,
    groupId: isGrouped ? variant.productId : null,
    fields: readVariantFields(variant, settings.variantFields),
    description: description || title,
    link: isGrouped ? variantPageUrl(page, variant.variantId) : page,
    image,
    otherImages: others.slice(0, limits.images),
    inStock: isInStock(variant),
    price: paid(variant.price).total,
    shipping: paid(price).shipping,
    sale: sale && { ...sale, price: paid(sale.price).total },
    brand: variant.brand ? cutAtWord(variant.brand, limits.brand) : undefined,
    gtin: gtinOf(variant.ean, variant.upc, variant.barcode),
    mpn: variant.sku ? cutAtWord(variant.sku, limits.mpn) : undefined,
  };
}
