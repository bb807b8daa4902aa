import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { IssueCode } from '#domain/_shared/issue-codes.js';
import type { DiscountInput, DiscountTerms } from './discount.js';
import { offerDefaults, type OfferTerms } from './offer.js';

/** The fields of an offer, by which kinds have them. */
const fieldKinds = {
  buyQuantity: ['BUY_X_GET_Y', 'GIFT'],
  getQuantity: ['BUY_X_GET_Y', 'GIFT'],
  giftVariantId: ['GIFT'],
  tierBasis: ['TIERS'],
  tiers: ['TIERS'],
} as const satisfies Partial<Record<keyof OfferTerms, readonly OfferTerms['kind'][]>>;

/** Checks the rules of an automatic offer: each kind has its fields and no others. */
export function offerIssues(terms: Omit<DiscountTerms, 'offer'>, offer: OfferTerms): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const refuse = (field: string, message: string, code: IssueCode) =>
    issues.push({ path: `body.${field}`, message, code });
  const { kind, tiers } = offer;
  const fields = Object.entries(fieldKinds) as [keyof typeof fieldKinds, readonly string[]][];
  for (const [field, kinds] of fields) {
    const isSet = field === 'tiers' ? tiers.length > 0 : offer[field] !== null;
    if (isSet && !kinds.includes(kind))
      refuse(`offer.${field}`, `must not be set for ${kind}`, 'inconsistent');
    if (!isSet && kinds.includes(kind)) refuse(`offer.${field}`, `is required for ${kind}`, 'required');
  }
  if (tiers.some(({ from }, index) => index > 0 && from <= (tiers[index - 1]?.from ?? 0)))
    refuse('offer.tiers', 'must be ordered by `from`, each only once', 'inconsistent');
  if (terms.discountType === 'PERCENTAGE' && tiers.some(({ value }) => value > 100))
    refuse('offer.tiers', 'must be at most 100 percent', 'too_big');
  if (terms.individualUsageOnly)
    refuse(
      'individualUsageOnly',
      'must be false for an automatic offer: use offer.combinesWith',
      'inconsistent',
    );
  if (terms.showOnCart) refuse('showOnCart', 'must be false for an automatic offer', 'inconsistent');
  return issues;
}

/** What the kind of an offer decides of the terms of its discount. */
export function derivedTerms(
  { kind, tiers }: OfferTerms,
  { discountType }: Pick<DiscountTerms, 'discountType'>,
): Partial<Pick<DiscountTerms, 'discountType' | 'value' | 'freeShipping'>> {
  if (kind === 'PERCENTAGE' || kind === 'FIXED') return { discountType: kind };
  if (kind === 'GIFT') return { discountType: 'PERCENTAGE', value: 100 };
  if (kind === 'FREE_SHIPPING') return { discountType: 'PERCENTAGE', value: 100, freeShipping: true };
  if (kind === 'BUY_X_GET_Y') return { discountType: 'PERCENTAGE' };
  return { discountType, value: Math.max(1, ...tiers.map((tier) => tier.value)) };
}

export type SentOffer = Partial<OfferTerms> & Pick<OfferTerms, 'kind'>;

/** A new discount as it was sent. */
export type NewDiscount = Omit<DiscountInput, 'offer'> & { offer?: SentOffer | null | undefined };

/** A new discount with everything that the kind of its offer decides. */
export function completeDiscount({ offer: sent, ...input }: NewDiscount): DiscountInput {
  const offer = completeOffer(sent);
  return { ...input, offer, ...(offer && derivedTerms(offer, input)) };
}

export function completeOffer(sent: SentOffer | null | undefined): OfferTerms | null {
  if (!sent) return null;
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...offerDefaults, ...(Object.fromEntries(given) as SentOffer) };
}
