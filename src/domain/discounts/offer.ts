export const offerKinds = ['PERCENTAGE', 'FIXED', 'BUY_X_GET_Y', 'GIFT', 'TIERS', 'FREE_SHIPPING'] as const;
export type OfferKind = (typeof offerKinds)[number];

/** What an automatic offer is combined with, beside itself. */
export const offerCombinations = ['ALL', 'COUPONS', 'OFFERS', 'NONE'] as const;
export type OfferCombination = (typeof offerCombinations)[number];

/** What the tiers of an offer are reached by: the value of the qualifying items, or how many they are. */
export const tierBases = ['AMOUNT', 'QUANTITY'] as const;
export type TierBasis = (typeof tierBases)[number];

export interface OfferTier {
  /** Subunits or pieces of qualifying items, from which on the tier is reached. */
  from: number;
  /** Subunits for a FIXED discount, whole percent for a PERCENTAGE. */
  value: number;
}

/** What makes a discount automatic: it applies without a code. */
export interface OfferTerms {
  kind: OfferKind;
  /** Offers of a higher priority are applied first; equal ones by age. */
  priority: number;
  combinesWith: OfferCombination;
  /** BUY_X_GET_Y: pieces that are paid for. GIFT: qualifying pieces that earn the gift. */
  buyQuantity: number | null;
  /** BUY_X_GET_Y: pieces that are reduced, the cheapest. GIFT: pieces of the gift. */
  getQuantity: number | null;
  giftVariantId: string | null;
  tierBasis: TierBasis | null;
  /** From the lowest to the highest. */
  tiers: OfferTier[];
}

export const offerDefaults: Omit<OfferTerms, 'kind'> = {
  priority: 0,
  combinesWith: 'ALL',
  buyQuantity: null,
  getQuantity: null,
  giftVariantId: null,
  tierBasis: null,
  tiers: [],
};

export const MAX_OFFER_PRIORITY = 1_000;
export const MAX_OFFER_TIERS = 10;

/** Every quote evaluates all of them. */
export const MAX_ACTIVE_OFFERS = 50;

/** What an offer lacks in a cart. At most one of the two is set. */
export interface OfferMissing {
  /** Subunits of merchandise. */
  amount: number | null;
  /** Pieces of qualifying items. */
  quantity: number | null;
}

type Combining = { offer: OfferTerms | null };

export function combinesWithCoupons({ offer }: Combining): boolean {
  return offer === null || offer.combinesWith === 'ALL' || offer.combinesWith === 'COUPONS';
}

export function combinesWithOffers({ offer }: Combining): boolean {
  return offer === null || offer.combinesWith === 'ALL' || offer.combinesWith === 'OFFERS';
}

/** The order in which offers are applied. Ids grow with time. */
export function byPriority(a: { id: string } & Combining, b: { id: string } & Combining): number {
  return (b.offer?.priority ?? 0) - (a.offer?.priority ?? 0) || (a.id < b.id ? -1 : 1);
}
