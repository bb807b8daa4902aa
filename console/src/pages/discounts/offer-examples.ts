import type { DiscountTerms, OfferTerms } from './discount-sentence.js';

interface Words {
  money: (subunits: number) => string;
  giftName?: string | undefined;
}

type Reckoned = Pick<
  DiscountTerms,
  'name' | 'discountType' | 'value' | 'maxDiscountAmount' | 'minOrderAmount' | 'offer'
>;

/** Of examples: a round amount, and a price of a piece. */
const CART = 200_000;
const PIECE = 50_000;

/** What a shopper gets of an automatic offer in a cart of round amounts, and what a cart reads that lacks something. */
export function offerExamples(terms: Reckoned, words: Words): string[] {
  const { offer } = terms;
  if (!offer) return [];
  const name = terms.name.trim() === '' ? 'the offer' : terms.name.trim();
  return [...gets(terms, offer, words), ...lacks(terms, offer, name, words)];
}

function gets(terms: Reckoned, offer: OfferTerms, { money, giftName }: Words): string[] {
  const cart = Math.max(CART, terms.minOrderAmount ?? 0);
  switch (offer.kind) {
    case 'PERCENTAGE':
    case 'FIXED':
      return [ofCart(cart, offOf(terms, terms.value, cart), money)];
    case 'TIERS':
      return offer.tiers.map(({ from, value }) => {
        const amount = offer.tierBasis === 'AMOUNT' ? from : from * PIECE;
        const off = offOf(terms, value, amount);
        if (offer.tierBasis === 'AMOUNT') return ofCart(amount, off, money);
        return `${piecesOf(from)} of ${money(PIECE)} each: ${money(amount - off)} in place of ${money(amount)}.`;
      });
    case 'BUY_X_GET_Y': {
      const [buy, get] = [offer.buyQuantity ?? 1, offer.getQuantity ?? 1];
      const amount = (buy + get) * PIECE;
      const off = offOf(terms, terms.value, get * PIECE);
      return [
        `${piecesOf(buy + get)} of ${money(PIECE)} each: ${money(amount - off)} in place of ${money(amount)}.`,
      ];
    }
    case 'GIFT':
      return [
        `The cart shows ${offer.getQuantity ?? 1} × ${giftName ?? 'the gift'} as a gift, at ${money(0)}.`,
      ];
    case 'FREE_SHIPPING':
      return [`Shipping costs ${money(0)}.`];
  }
}

const ofCart = (cart: number, off: number, money: Words['money']) =>
  `A cart of ${money(cart)}: ${money(off)} off, ${money(cart - off)} to pay before shipping.`;

const piecesOf = (count: number) => (count === 1 ? '1 piece' : `${count} pieces`);

/** Half up, to its cap; never more than there is. */
function offOf({ discountType, maxDiscountAmount }: Reckoned, value: number, amount: number): number {
  if (discountType === 'FIXED') return Math.min(value, amount);
  return Math.min(Math.round((amount * value) / 100), maxDiscountAmount ?? Infinity);
}

/** What a cart says that nearly has it: ₹120 less than what is needed, or a piece. */
function lacks({ minOrderAmount }: Reckoned, offer: OfferTerms, name: string, { money }: Words): string[] {
  const SHORT = 12_000;
  const first = offer.tiers[0]?.from ?? 0;
  const amount = offer.kind === 'TIERS' && offer.tierBasis === 'AMOUNT' ? first : (minOrderAmount ?? 0);
  if (amount > SHORT)
    return [`With ${money(amount - SHORT)} in the cart it reads: Add ${money(SHORT)} more to get ${name}.`];
  const pieces =
    offer.kind === 'BUY_X_GET_Y'
      ? (offer.buyQuantity ?? 1) + (offer.getQuantity ?? 1)
      : offer.kind === 'GIFT'
        ? (offer.buyQuantity ?? 1)
        : offer.kind === 'TIERS' && offer.tierBasis === 'QUANTITY'
          ? first
          : 0;
  if (pieces < 2) return [];
  return [`With ${piecesOf(pieces - 1)} in the cart it reads: Add 1 more item to get ${name}.`];
}
