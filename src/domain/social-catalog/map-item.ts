import type { FeedCondition } from '#domain/feeds/feeds.settings.js';
import { feedOffer } from '#domain/feeds/feed-offer.js';
import { decimalPrice } from '#domain/feeds/feed-text.js';
import type { FeedVariant } from '#domain/feeds/feed-variant.js';
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
  const offer = feedOffer(variant, settings, now, LIMITS);
  if ('skip' in offer) return offer;
  const { title, description, link, brand, gtin, mpn, specialPrice } = offer;
  const money = (subunits: number) => `${decimalPrice(subunits)} ${settings.currency}`;
  return {
    payload: {
      id: variant.variantId,
      title,
      description,
      availability: offer.inStock ? 'in stock' : 'out of stock',
      condition: settings.condition,
      price: money(offer.price),
      ...(specialPrice === null ? {} : { sale_price: money(specialPrice) }),
      link,
      image_link: offer.image,
      ...(offer.otherImages.length > 0 ? { additional_image_link: offer.otherImages } : {}),
      ...(brand ? { brand } : {}),
      ...(gtin ? { gtin } : {}),
      ...(mpn ? { mpn } : {}),
      item_group_id: variant.productId,
    },
  };
}
