import type { DataOf } from 'haat-client';
import type { DiscountTerms, OfferTerms } from './discount-sentence.js';

export type Discount = DataOf<'getAdminDiscountsById'>;
/** What the form edits: the terms, and of a new discount the code. */
export type DiscountDraft = DiscountTerms & { code: string; offer: OfferTerms | null };

export const newDiscount: DiscountDraft = {
  code: '',
  name: '',
  isActive: true,
  platform: 'BOTH',
  discountType: 'PERCENTAGE',
  value: 10,
  maxDiscountAmount: null,
  platformShare: 0,
  minOrderAmount: null,
  maxOrderAmount: null,
  freeShipping: false,
  requireCustomerLogin: false,
  showOnCart: false,
  totalUsageLimit: null,
  usageLimitPerCustomer: null,
  startsAt: null,
  endsAt: null,
  individualUsageOnly: false,
  excludeSaleItems: false,
  excludeSaleItemsOverPercent: null,
  purchaseHistoryMode: 'DISABLED',
  minOrderCount: null,
  customerScope: 'ALL',
  customerUserIds: [],
  customerGroupIds: [],
  variants: [],
  categories: [],
  brands: [],
  tags: [],
  ingredients: [],
  vendors: [],
  offer: null,
};

/** A new automatic offer: a percentage off what it targets. */
export const newOffer: OfferTerms = {
  kind: 'PERCENTAGE',
  priority: 0,
  combinesWith: 'ALL',
  buyQuantity: null,
  getQuantity: null,
  giftVariantId: null,
  tierBasis: null,
  tiers: [],
};

/** The form of a stored discount. */
export function draftOf(discount: Discount): DiscountDraft {
  const known = {
    ...discount,
    customerGroupIds: discount.customerGroupIds ?? [],
    offer: discount.offer ?? null,
  };
  return Object.fromEntries(
    Object.keys(newDiscount).map((name) => [name, known[name as keyof Discount]]),
  ) as DiscountDraft;
}

export interface PartProps {
  draft: DiscountDraft;
  set: (fields: Partial<DiscountDraft>) => void;
  errors: Record<string, string>;
}

export function stateOf(
  { archivedAt, deletedAt, isActive, startsAt, endsAt }: Discount,
  now = new Date(),
): string {
  if (deletedAt) return 'deleted';
  if (archivedAt) return 'archived';
  if (!isActive) return 'switched off';
  if (endsAt && new Date(endsAt) <= now) return 'expired';
  return startsAt && new Date(startsAt) > now ? 'scheduled' : 'active';
}
