import type { FeedCondition } from '#domain/feeds/feeds.settings.js';
import {
  activeSpecialPrice,
  type FeedVariant,
  ineligibleBecause,
  isInStock,
  picturesOf,
  variantTitle,
} from '#domain/feeds/feed-variant.js';
import {
  cutAtWord,
  decimalPrice,
  gtinOf,
  pictureUrl,
  productPageUrl,
  stripMarkup,
} from '#domain/feeds/feed-text.js';
import type { Mapped, PayloadSettings } from '#domain/feeds/mapped-item.js';

/** Part of the hash: raising it sends every item again. */
export const SOCIAL_MAPPER_VERSION = 1;

const LIMITS = { title: 200, description: 9_999, brand: 100, mpn: 100, images: 20 };

/** The `data` of one request of a batch. */
export interface SocialItem {
  id: string;
  title: string;
  description: string;
  availability: 'in stock' | 'out of stock';
  condition: FeedCondition;
  /** `12.34 INR` */
  price: string;
  sale_price?: string;
  link: string;
  image_link: string;
  additional_image_link?: string[];
  brand?: string;
  gtin?: string;
  mpn?: string;
  item_group_id: string;
}

/** What a variant is in the social catalog at an instant. Equal input gives equal output. */
export function mapSocialItem(
  variant: FeedVariant,
  settings: PayloadSettings,
  now: Date,
): Mapped<SocialItem> {
  const skip = ineligibleBecause(variant, now);
  if (skip) return { skip };
  if (variant.price === null) return { skip: 'no_price' };
  if (variant.productSlug === '') return { skip: 'no_slug' };
  const [first, ...others] = picturesOf(variant).map((picture) => pictureUrl(picture, settings.apiBaseUrl));
  if (!first) return { skip: 'no_image' };

  const money = (subunits: number) => `${decimalPrice(subunits)} ${settings.currency}`;
  const special = activeSpecialPrice(variant, now);
  const title = cutAtWord(stripMarkup(variantTitle(variant)), LIMITS.title);
  const description = cutAtWord(stripMarkup(variant.productDescription ?? ''), LIMITS.description);
  const gtin = gtinOf(variant.ean, variant.upc, variant.barcode);
  return {
    payload: {
      id: variant.variantId,
      title,
      description: description || title,
      availability: isInStock(variant) ? 'in stock' : 'out of stock',
      condition: settings.condition,
      price: money(variant.price),
      ...(special === null ? {} : { sale_price: money(special) }),
      link: productPageUrl(settings.storefrontBaseUrl, settings.storefrontProductPath, variant.productSlug),
      image_link: first,
      ...(others.length > 0 ? { additional_image_link: others.slice(0, LIMITS.images) } : {}),
      ...(variant.brand ? { brand: cutAtWord(variant.brand, LIMITS.brand) } : {}),
      ...(gtin ? { gtin } : {}),
      ...(variant.sku ? { mpn: cutAtWord(variant.sku, LIMITS.mpn) } : {}),
      item_group_id: variant.productId,
    },
  };
}
