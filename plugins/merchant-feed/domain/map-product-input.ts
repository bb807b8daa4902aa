import {
  cutAtWord,
  type FeedCondition,
  feedOffer,
  type FeedVariant,
  type Mapped,
  type PayloadSettings,
} from 'haat/plugin';

/** Part of the hash: raising it sends every item again. */
export const MERCHANT_MAPPER_VERSION = 2;

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
  /** Whether items carry their shipping, which the account has no service for. */
  sendsShipping: boolean;
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
    /** When the sale price is good for, as instants. */
    salePriceEffectiveDate?: { startTime: string; endTime: string };
    brand?: string;
    gtins?: string[];
    mpn?: string;
    itemGroupId?: string;
    color?: string;
    size?: string;
    gender?: (typeof genders)[keyof typeof genders];
    ageGroup?: (typeof ageGroups)[keyof typeof ageGroups];
    pattern?: string;
    identifierExists: boolean;
    productTypes?: string[];
    material?: string;
    shipping?: { country: string; price: MerchantPrice }[];
    shippingWeight?: { value: number; unit: 'g' };
  };
}

const conditions = { new: 'NEW', refurbished: 'REFURBISHED', used: 'USED' } as const satisfies Record<
  FeedCondition,
  string
>;

const genders = { male: 'MALE', female: 'FEMALE', unisex: 'UNISEX' } as const;
const ageGroups = {
  ...({ newborn: 'NEWBORN', infant: 'INFANT', toddler: 'TODDLER' } as const),
  ...({ kids: 'KIDS', adult: 'ADULT' } as const),
};

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
  const { title, description, link, brand, gtin, mpn, sale, groupId, fields } = offer;
  const { color, size, gender, ageGroup, pattern, material } = fields.values;
  const money = (subunits: number): MerchantPrice => ({
    amountMicros: microsOf(subunits),
    currencyCode: settings.currency,
  });
  const productType = cutAtWord(variant.categoryPath.join(' > '), LIMITS.productType);
  const payload: ProductInput = {
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
      ...(sale && {
        salePrice: money(sale.price),
        salePriceEffectiveDate: { startTime: sale.start.toISOString(), endTime: sale.end.toISOString() },
      }),
      ...(brand ? { brand } : {}),
      ...(gtin ? { gtins: [gtin] } : {}),
      ...(mpn ? { mpn } : {}),
      ...(groupId && { itemGroupId: groupId }),
      identifierExists: gtin !== null || (brand !== undefined && mpn !== undefined),
      ...(productType ? { productTypes: [productType] } : {}),
      ...(color && { color: cutAtWord(color, LIMITS.color) }),
      ...(size && { size: cutAtWord(size, LIMITS.color) }),
      ...(gender && { gender: genders[gender as keyof typeof genders] }),
      ...(ageGroup && { ageGroup: ageGroups[ageGroup as keyof typeof ageGroups] }),
      ...(pattern && { pattern: cutAtWord(pattern, LIMITS.color) }),
      ...(material && { material: cutAtWord(material, 200) }),
      // The label of a feed is its country of sale.
      ...(settings.sendsShipping && {
        shipping: [{ country: settings.feedLabel, price: money(offer.shipping) }],
      }),
      ...(variant.weight === null ? {} : { shippingWeight: { value: variant.weight, unit: 'g' } }),
    },
  };
  const { productAttributes } = payload;
  const comparable = sale && {
    ...payload,
    productAttributes: { ...productAttributes, salePriceEffectiveDate: sale.explicit },
  };
  return { payload, ...(comparable && { comparable }), missing: fields.missing };
}

/** What goes at once however often an item was updated today. */
export function urgentPart({ productAttributes }: ProductInput): unknown {
  const { availability, price, salePrice } = productAttributes;
  return { availability, price, salePrice: salePrice ?? null };
}
