import { halfUpShare } from '#domain/checkout/line-taxes.js';
import type { DiscountableLine } from './coupon-details.js';
import type { Discount } from './discount.js';
import type { OfferMissing, OfferTerms, OfferTier } from './offer.js';

/** What a discount takes off a cart before its shipping. Amounts in subunits. */
export interface Benefit {
  /** What the discount is divided by: of each line the part that it is reckoned of. */
  weights: number[];
  amount: number;
  /** What the cart lacks for an offer, or for more of it. */
  missing?: OfferMissing;
  /** Why an offer gives nothing in this cart. */
  refusal?: 'threshold' | 'gift';
}

type Rate = Pick<Discount, 'discountType' | 'value' | 'maxDiscountAmount'>;

/**
 * What a discount takes off the qualifying lines of a cart.
 * @param left what earlier discounts left of each line, in subunits
 */
export function benefitOf(
  discount: Discount,
  lines: readonly DiscountableLine[],
  qualifies: readonly boolean[],
  left: readonly number[],
): Benefit {
  const weights = left.map((amount, index) => (qualifies[index] ? amount : 0));
  const { offer } = discount;
  if (offer?.kind === 'FREE_SHIPPING') return { weights, amount: 0 };
  if (offer?.kind === 'BUY_X_GET_Y') return buyAndGet(discount, offer, { lines, qualifies, left });
  if (offer?.kind === 'GIFT') return gift(discount, offer, { lines, qualifies, left });
  if (offer?.kind === 'TIERS') return tiered(discount, offer, { lines, qualifies, left: weights });
  return { weights, amount: amountOf(discount, total(weights)) };
}

/** What a discount takes off this much qualifying merchandise, in subunits; a percentage is rounded half up, to its cap. */
function amountOf({ discountType, value, maxDiscountAmount }: Rate, merchandise: number): number {
  if (discountType === 'FIXED') return Math.min(value, merchandise);
  return Math.min(halfUpShare(merchandise, value, 100), maxDiscountAmount ?? Infinity);
}

interface Cart {
  lines: readonly DiscountableLine[];
  qualifies: readonly boolean[];
  left: readonly number[];
}

/** Of each set of X + Y qualifying pieces the Y cheapest are reduced: the cheapest of the whole cart. */
function buyAndGet(discount: Discount, offer: OfferTerms, { lines, qualifies, left }: Cart): Benefit {
  const [buy, get] = [offer.buyQuantity ?? 1, offer.getQuantity ?? 1];
  const places = lines.flatMap((_line, index) => (qualifies[index] ? [index] : []));
  const pieces = piecesOf(lines, qualifies);
  const weights = lines.map(() => 0);
  let reduced = Math.floor(pieces / (buy + get)) * get;
  if (reduced === 0)
    return { weights, amount: 0, refusal: 'threshold', missing: lacking({ quantity: buy + get - pieces }) };
  const quantityOf = (index: number) => lines[index]?.quantity ?? 1;
  // By what a piece costs now, compared without division; equal ones stay in the order of adding.
  const cheapest = places.sort((a, b) => {
    const difference =
      BigInt(left[a] ?? 0) * BigInt(quantityOf(b)) - BigInt(left[b] ?? 0) * BigInt(quantityOf(a));
    return difference < 0n ? -1 : difference > 0n ? 1 : a - b;
  });
  for (const index of cheapest) {
    const taken = Math.min(reduced, quantityOf(index));
    weights[index] = halfUpShare(left[index] ?? 0, taken, quantityOf(index));
    reduced -= taken;
    if (reduced === 0) break;
  }
  return { weights, amount: amountOf(discount, total(weights)) };
}

/** The line of the gift is in the cart beside what the buyer put in, and costs nothing. */
function gift(discount: Discount, offer: OfferTerms, { lines, qualifies, left }: Cart): Benefit {
  const at = lines.findIndex(({ giftOf }) => giftOf === discount.id);
  const weights = lines.map((_line, index) => (index === at ? (left[index] ?? 0) : 0));
  const vendorId = lines[at]?.vendorId;
  const own = lines.map((line, index) => qualifies[index] === true && line.vendorId === vendorId);
  if (at === -1 || !own.includes(true)) return { weights, amount: 0, refusal: 'gift' };
  const short = (offer.buyQuantity ?? 1) - piecesOf(lines, own);
  if (short > 0) return { weights, amount: 0, refusal: 'threshold', missing: lacking({ quantity: short }) };
  return { weights, amount: total(weights) };
}

/** The highest tier that the qualifying items reach by their value before discounts, or by their number. */
function tiered(discount: Discount, offer: OfferTerms, { lines, qualifies, left }: Cart): Benefit {
  const byQuantity = offer.tierBasis === 'QUANTITY';
  const reached = byQuantity
    ? piecesOf(lines, qualifies)
    : total(lines.map((line, index) => (qualifies[index] ? line.subtotal : 0)));
  const tier = offer.tiers.filter(({ from }) => from <= reached).at(-1);
  const next: OfferTier | undefined = offer.tiers.find(({ from }) => from > reached);
  const short = next ? next.from - reached : 0;
  const missing = next && lacking(byQuantity ? { quantity: short } : { amount: short });
  const weights = [...left];
  if (!tier) return { weights, amount: 0, refusal: 'threshold', missing };
  const amount = amountOf({ ...discount, value: tier.value }, total(weights));
  return { weights, amount, ...(missing && { missing }) };
}

export function lacking(missing: Partial<OfferMissing>): OfferMissing {
  return { amount: null, quantity: null, ...missing };
}

function piecesOf(lines: readonly DiscountableLine[], counted: readonly boolean[]): number {
  return total(lines.map((line, index) => (counted[index] ? line.quantity : 0)));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
