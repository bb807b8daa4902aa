import type { FeedCondition } from '#domain/feeds/feeds.settings.js';
import { feedOffer } from '#domain/feeds/feed-offer.js';
import { cutAtWord } from '#domain/feeds/feed-text.js';
import type { FeedVariant } from '#domain/feeds/feed-variant.js';
import type { Mapped, PayloadSettings } from '#domain/feeds/mapped-item.js';

/** Part of the hash: raising it sends every item again. */
export const MERCHANT_MAPPER_VERSION = 1;

const LIMITS = {
  title: 150,
  description: 5_000,
  brand: 70,
  mpn: 70,
  images: 10,
  productType: 750,
  color: 100,
};
/** One hundredth of the currency unit, in millionths. */
const MICROS_PER_SUBUNIT = 10_000n;

export interface MerchantPayloadSettings extends PayloadSettings {
  language: string;
  feedLabel: string;
}

export interface MerchantPrice {
  /** An int64, which JSON carries as text. */
  amountMicros: string;
  currencyCode: string;
}

/** A ProductInput without its version. */
export interface ProductInput {
  offerId: string;
  contentLanguage: string;
  feedLabel: string;
  productAttributes: {
    title: string;
    description: string;
    link: string;
    imageLink: string;
    additionalImageLinks?: string[];
    availability: 'IN_STOCK' | 'OUT_OF_STOCK';
    condition: 'NEW' | 'REFURBISHED' | 'USED';
    price: MerchantPrice;
    salePrice?: MerchantPrice;
    brand?: string;
    gtins?: string[];
    mpn?: string;
    itemGroupId: string;
    identifierExists: boolean;
    productTypes?: string[];
    material?: string;
    shippingWeight?: { value: number; unit: 'g' };
  };
}

const conditions = { new: 'NEW', refurbished: 'REFURBISHED', used: 'USED' } as const satisfies Record<
  FeedCondition,
  string
>;

export function microsOf(subunits: number): string {
  return String(BigInt(subunits) * MICROS_PER_SUBUNIT);
}

/** The identifier by which the remote side knows a variant: fixed for its life. */
export function merchantProductId(
  settings: Pick<MerchantPayloadSettings, 'language' | 'feedLabel'>,
  variantId: string,
): string {
  return `${settings.language}~${settings.feedLabel}~${variantId}`;
}

/** What a variant is in the merchant feed at an instant. Equal input gives equal output. */
export function mapProductInput(
  variant: FeedVariant,
  settings: MerchantPayloadSettings,
  now: Date,
): Mapped<ProductInput> {
  const offer = feedOffer(variant, settings, now, LIMITS);
  if ('skip' in offer) return offer;
  const { title, description, link, brand, gtin, mpn, specialPrice } = offer;
  const money = (subunits: number): MerchantPrice => ({
    amountMicros: microsOf(subunits),
    currencyCode: settings.currency,
  });
  const productType = cutAtWord(variant.categoryPath.join(' > '), LIMITS.productType);
  return {
    payload: {
      offerId: variant.variantId,
      contentLanguage: settings.language,
      feedLabel: settings.feedLabel,
      productAttributes: {
        title,
        description,
        link,
        imageLink: offer.image,
        ...(offer.otherImages.length > 0 ? { additionalImageLinks: offer.otherImages } : {}),
        availability: offer.inStock ? 'IN_STOCK' : 'OUT_OF_STOCK',
        condition: conditions[settings.condition],
        price: money(offer.price),
        ...(specialPrice === null ? {} : { salePrice: money(specialPrice) }),
        ...(brand ? { brand } : {}),
        ...(gtin ? { gtins: [gtin] } : {}),
        ...(mpn ? { mpn } : {}),
        itemGroupId: variant.productId,
        identifierExists: gtin !== null || (brand !== undefined && mpn !== undefined),
        ...(productType ? { productTypes: [productType] } : {}),
        ...(variant.material ? { material: cutAtWord(variant.material, 200) } : {}),
        ...(variant.weight === null ? {} : { shippingWeight: { value: variant.weight, unit: 'g' } }),
      },
    },
  };
}

/** What goes at once however often an item was updated today. */
export function urgentPart({ productAttributes }: ProductInput): unknown {
  const { availability, price, salePrice } = productAttributes;
  return { availability, price, salePrice: salePrice ?? null };
}
