import {
  cutAtWord,
  decimalPrice,
  type FeedCondition,
  feedOffer,
  type FeedVariant,
  type Mapped,
  type PayloadSettings,
} from 'haat/plugin';

/** Part of the hash: raising it sends every item again. */
export const SOCIAL_MAPPER_VERSION = 2;

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
  /** Instants, joined by a slash. */
  sale_price_effective_date?: string;
  link: string;
  image_link: string;
  additional_image_link?: string[];
  brand?: string;
  gtin?: string;
  mpn?: string;
  item_group_id?: string;
  color?: string;
  size?: string;
  gender?: string;
  age_group?: string;
  pattern?: string;
  material?: string;
  /** Options that have no field there. */
  additional_variant_attribute?: { variant_label: string; variant_value: string }[];
}

/** An instant to the minute, with its offset. */
const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16)}+00:00`;

/** What a variant is in the social catalog at an instant. Equal input gives equal output. */
export function mapSocialItem(
  variant: FeedVariant,
  settings: PayloadSettings,
  now: Date,
): Mapped<SocialItem> {
  const offer = feedOffer(variant, settings, now, LIMITS);
  if ('skip' in offer) return offer;
  const { description, link, brand, gtin, mpn, sale, groupId, fields } = offer;
  const { color, size, gender, ageGroup, pattern, material } = fields.values;
  // The variants of a group have one title: their options stand in the fields.
  const title = groupId ? offer.groupTitle : offer.title;
  const others = groupId ? fields.others : [];
  const money = (subunits: number) => `${decimalPrice(subunits)} ${settings.currency}`;
  const payload: SocialItem = {
    id: variant.variantId,
    title,
    description,
    availability: offer.inStock ? 'in stock' : 'out of stock',
    condition: settings.condition,
    price: money(offer.price),
    ...(sale && {
      sale_price: money(sale.price),
      sale_price_effective_date: `${minuteOf(sale.start)}/${minuteOf(sale.end)}`,
    }),
    link,
    image_link: offer.image,
    ...(offer.otherImages.length > 0 ? { additional_image_link: offer.otherImages } : {}),
    ...(brand ? { brand } : {}),
    ...(gtin ? { gtin } : {}),
    ...(mpn ? { mpn } : {}),
    ...(groupId && { item_group_id: groupId }),
    ...(color && { color }),
    ...(size && { size }),
    ...(gender && { gender }),
    ...(ageGroup && { age_group: ageGroup }),
    ...(pattern && { pattern }),
    ...(material && { material: cutAtWord(material, 200) }),
    ...(others.length > 0 && {
      additional_variant_attribute: others.map(({ name, value }) => ({
        variant_label: name,
        variant_value: value,
      })),
    }),
  };
  const comparable = sale && { ...payload, sale_price_effective_date: sale.explicit };
  // Options without a field go along as further attributes: none of them is missing.
  const missing = fields.missing.filter(({ field }) => !others.some(({ name }) => name === field));
  return { payload, ...(comparable && { comparable }), missing };
}
