import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { QuoteInput, QuoteItem } from '#domain/checkout/quote-input.js';
import { quote } from '#domain/checkout/quote.js';
import type { CouponDetails } from '#domain/discounts/coupon-details.js';
import type { Discount } from '#domain/discounts/discount.js';
import { discountIssues } from '#domain/discounts/discount-rules.js';
import { offerMessage } from '#domain/discounts/offer-message.js';
import { completeDiscount } from '#domain/discounts/offer-rules.js';
import { type OfferTerms, offerDefaults } from '#domain/discounts/offer.js';
import { couponOf, couponsOf, discountOf } from '../_support/discounts.js';
import { inputOf, itemOf, vendorOf } from '../checkout/quote-factory.js';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const offerOf = (offer: Partial<OfferTerms> & Pick<OfferTerms, 'kind'>, fields: Partial<Discount> = {}) =>
  couponOf({
    discountType: offer.kind === 'FIXED' ? 'FIXED' : 'PERCENTAGE',
    value: 100,
    name: offer.kind,
    ...fields,
    offer: { ...offerDefaults, ...offer },
  });
const itemsOf = (...prices: [price: number, quantity: number][]) =>
  prices.map(([price, quantity], index) =>
    itemOf({ itemId: `item-${index}`, variantId: `variant-${index}`, price, quantity, available: 10_000 }),
  );

function cartOf(
  discounts: CouponDetails[],
  items: QuoteItem[],
  fields: Partial<QuoteInput> = {},
  gifts: QuoteItem[] = [],
) {
  return quote(inputOf({ ...fields, items, coupons: { ...couponsOf(discounts, items), gifts } }));
}
const ten = (offer: Partial<OfferTerms> = {}, fields: Partial<Discount> = {}) =>
  offerOf({ kind: 'PERCENTAGE', ...offer }, { value: 10, ...fields });

describe('an automatic offer', () => {
  it('takes its percent or its amount off without a code, before the coupons', () => {
    const { offers, coupons, totals } = cartOf(
      [couponOf({ code: 'OFF', value: 1_000 }), ten()],
      itemsOf([10_000, 1]),
    );
    expect(offers.map(({ amount }) => amount)).toEqual([1_000]);
    expect(coupons.map(({ amount }) => amount)).toEqual([1_000]);
    expect(totals).toMatchObject({ discountTotal: 2_000, grandTotal: 8_000 });
    expect(
      cartOf([offerOf({ kind: 'FIXED' }, { value: 12_000 })], itemsOf([10_000, 1])).totals.grandTotal,
    ).toBe(0);
  });

  it('of a higher priority is applied first; equal ones by age', () => {
    const [older, first] = [ten(), offerOf({ kind: 'FIXED', priority: 5 }, { value: 5_000 })];
    const { offers } = cartOf([older, first], itemsOf([10_000, 1]));
    expect(offers.map(({ amount }) => amount)).toEqual([5_000, 500]);
  });

  it('waives shipping, and says what is missing only where shipping costs something', () => {
    const free = offerOf({ kind: 'FREE_SHIPPING' }, { minOrderAmount: 22_000 });
    const vendors = [vendorOf({ shippingFlatRate: 4_900 })];
    expect(cartOf([free], itemsOf([10_000, 1]), { vendors }).offers[0]?.missing).toEqual({
      amount: 12_000,
      quantity: null,
    });
    expect(cartOf([free], itemsOf([10_000, 1])).offers[0]?.missing).toBeUndefined();
    const reached = cartOf([free], itemsOf([11_000, 2]), { vendors });
    expect([reached.offers[0]?.waivedShipping, reached.totals.shippingTotal]).toEqual([4_900, 0]);
  });

  it('gives the cheapest pieces of each set', () => {
    const twoForOne = offerOf({ kind: 'BUY_X_GET_Y', buyQuantity: 2, getQuantity: 1 });
    const amounts = (...prices: [number, number][]) => cartOf([twoForOne], itemsOf(...prices)).offers[0];
    expect(amounts([10_000, 2], [3_000, 1])?.amount).toBe(3_000);
    expect(amounts([10_000, 1], [3_000, 1])?.missing).toEqual({ amount: null, quantity: 1 });
    expect(amounts([10_000, 5], [3_000, 1])?.amount).toBe(13_000);
    expect(
      cartOf(
        [offerOf({ kind: 'BUY_X_GET_Y', buyQuantity: 1, getQuantity: 1 }, { value: 50 })],
        itemsOf([10_000, 2]),
      ).totals.discountTotal,
    ).toBe(5_000);
  });

  it('has tiers by number and by amount, and says what the next one needs', () => {
    const tiers = [
      { from: 2, value: 10 },
      { from: 4, value: 20 },
    ];
    const byPieces = offerOf({ kind: 'TIERS', tierBasis: 'QUANTITY', tiers });
    const of = (pieces: number) => cartOf([byPieces], itemsOf([10_000, pieces])).offers[0];
    expect([of(1)?.amount, of(2)?.amount, of(4)?.amount]).toEqual([0, 2_000, 8_000]);
    expect([of(1)?.missing?.quantity, of(3)?.missing?.quantity, of(4)?.missing]).toEqual([1, 1, undefined]);
    const byAmount = offerOf(
      { kind: 'TIERS', tierBasis: 'AMOUNT', tiers: [{ from: 15_000, value: 2_000 }] },
      { discountType: 'FIXED' },
    );
    expect(cartOf([byAmount], itemsOf([10_000, 1])).offers[0]?.missing?.amount).toBe(5_000);
    expect(cartOf([byAmount], itemsOf([10_000, 2])).totals.discountTotal).toBe(2_000);
  });

  it('gives its gift as a line of its own at zero, while it is in stock', () => {
    const gift = offerOf({ kind: 'GIFT', buyQuantity: 2, getQuantity: 1, giftVariantId: 'gift' });
    const line = itemOf({
      itemId: gift.discount.id,
      variantId: 'gift',
      price: 5_000,
      giftOf: gift.discount.id,
      available: 1,
    });
    const given = cartOf([gift, ten()], itemsOf([10_000, 2]), {}, [line]);
    expect(given.groups[0]?.lines.at(-1)).toMatchObject({ subtotal: 5_000, discountTotal: 5_000, total: 0 });
    expect(given.totals).toMatchObject({ itemCount: 3, grandTotal: 18_000 });
    const short = cartOf([gift], itemsOf([10_000, 1]), {}, [line]);
    expect([short.groups[0]?.lines.length, short.offers[0]?.missing?.quantity]).toEqual([1, 1]);
    const soldOut = cartOf([gift], itemsOf([10_000, 2]), {}, [{ ...line, available: 0 }]);
    expect([soldOut.groups[0]?.lines.length, soldOut.offers[0]?.refusal?.rule]).toEqual([1, 'offer']);
    expect(soldOut.warnings).toEqual([]);
  });
});

describe('what is combined', () => {
  const items = itemsOf([10_000, 1]);
  const rules = (...discounts: CouponDetails[]) => {
    const { offers, coupons } = cartOf(discounts, items);
    return [...offers, ...coupons].map(({ refusal }) => refusal?.rule ?? 'applies');
  };
  it('an offer that excludes offers stands alone, by priority', () => {
    expect(rules(ten({ priority: 2, combinesWith: 'COUPONS' }), ten())).toEqual(['applies', 'combination']);
    expect(rules(ten({ priority: 2 }), ten({ combinesWith: 'NONE' }))).toEqual(['applies', 'combination']);
  });
  it('a coupon that applies comes before an offer that excludes coupons', () => {
    const coupon = couponOf({ code: 'OFF', value: 1_000, individualUsageOnly: true });
    expect(rules(ten({ combinesWith: 'OFFERS' }), coupon)).toEqual(['combination', 'applies']);
    expect(rules(ten(), coupon)).toEqual(['applies', 'applies']);
    const late = couponOf({ code: 'OFF', minOrderAmount: 20_000 });
    expect(rules(ten({ combinesWith: 'NONE' }), late)).toEqual(['applies', 'minimum_order_amount']);
  });
});

const discounts = fc.array(
  fc
    .record({
      kind: fc.constantFrom(
        'PERCENTAGE',
        'FIXED',
        'BUY_X_GET_Y',
        'TIERS',
        'AMOUNT_TIERS',
        'GIFT',
        'FREE_SHIPPING',
        'COUPON',
      ),
      value: fc.integer({ min: 1, max: 100 }),
      factor: fc.constantFrom(1, 137),
      priority: fc.integer({ min: 0, max: 2 }),
      combinesWith: fc.constantFrom('ALL', 'COUPONS', 'OFFERS', 'NONE'),
      onlyFirst: fc.boolean(),
      platformShare: fc.constantFrom(0, 33, 100),
    })
    .map(({ kind, value, factor, onlyFirst, platformShare, priority, combinesWith }) => {
      const variants = onlyFirst ? [{ id: 'variant-0', mode: 'INCLUDE' as const }] : [];
      const fixed = { discountType: 'FIXED' as const, value: value * factor, variants, platformShare };
      if (kind === 'COUPON') return couponOf(fixed);
      const shared = { priority, combinesWith } as const;
      const rate = kind === 'FIXED' ? fixed : { value, variants, platformShare };
      if (kind === 'BUY_X_GET_Y') return offerOf({ kind, ...shared, buyQuantity: 1, getQuantity: 1 }, rate);
      if (kind === 'TIERS')
        return offerOf({ kind, ...shared, tierBasis: 'QUANTITY', tiers: [{ from: 2, value }] }, rate);
      if (kind === 'AMOUNT_TIERS') {
        const tiers = [
          { from: 5_000, value: value * factor },
          { from: 20_000, value: value * factor * 2 },
        ];
        return offerOf({ kind: 'TIERS', ...shared, tierBasis: 'AMOUNT', tiers }, fixed);
      }
      if (kind === 'GIFT')
        return offerOf(
          { kind, ...shared, buyQuantity: 2, getQuantity: 1, giftVariantId: 'gift' },
          { variants, platformShare },
        );
      return offerOf({ kind: kind as 'FIXED', ...shared }, rate);
    }),
  { maxLength: 5 },
);
const prices = fc.array(fc.tuple(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 5 })), {
  minLength: 1,
  maxLength: 6,
});

const SHIPPING = 4_900;
const vendors = ['vendor-1', 'vendor-2'].map((vendorId) =>
  vendorOf({ vendorId, shippingFlatRate: SHIPPING }),
);
/** Every second item is of the other vendor, which gives the gifts as well. */
const spread = (items: QuoteItem[]) =>
  items.map((item, index) => ({ ...item, vendorId: vendors[index % 2]?.vendorId ?? '' }));
const giftsOf = (given: CouponDetails[]) =>
  given
    .filter(({ discount }) => discount.offer?.kind === 'GIFT')
    .map(({ discount: { id } }) =>
      itemOf({ itemId: id, variantId: 'gift', vendorId: 'vendor-2', price: 5_000, giftOf: id }),
    );

it('amounts are never below zero or above a line, add up exactly, and do not depend on the order of lines', () => {
  fc.assert(
    fc.property(discounts, prices, fc.integer(), (given, lines, turn) => {
      const items = spread(itemsOf(...lines));
      const gifts = giftsOf(given);
      const whole = cartOf(given, items, { vendors }, gifts);
      const all = [...whole.offers, ...whole.coupons];
      const own = whole.groups.flatMap((group) => group.lines);
      for (const line of own) {
        expect(line.discountTotal).toBe(sum(line.discounts.map(({ amount }) => amount)));
        expect(line.discountTotal).toBeGreaterThanOrEqual(0);
        expect(line.discountTotal).toBeLessThanOrEqual(line.subtotal);
        for (const { amount, platformAmount = 0 } of line.discounts)
          expect(platformAmount).toBeLessThanOrEqual(amount);
      }
      expect(sum(all.map(({ amount }) => amount))).toBe(whole.totals.discountTotal);
      expect(sum(all.map(({ waivedShipping }) => waivedShipping))).toBe(
        whole.groups.length * SHIPPING - whole.totals.shippingTotal,
      );
      expect(whole.totals.grandTotal).toBeGreaterThanOrEqual(0);
      const at = Math.abs(turn) % items.length;
      const turnedItems = [...items.slice(at), ...items.slice(0, at)].reverse();
      const turned = cartOf(given, turnedItems, { vendors: vendors.toReversed() }, gifts.toReversed());
      expect(turned.totals).toEqual(whole.totals);
      const sharesOf = (lines: typeof own) =>
        new Map(lines.map((line) => [line.item.itemId, line.discounts]));
      expect(sharesOf(turned.groups.flatMap((group) => group.lines))).toEqual(sharesOf(own));
    }),
    { numRuns: 300 },
  );
});

it('what is missing is said in the language of the buyer, in English where it has no words', () => {
  const outcome = cartOf([ten({}, { name: 'Ten off', minOrderAmount: 22_000 })], itemsOf([10_000, 1]))
    .offers[0];
  if (!outcome) throw new Error('there is one offer');
  expect(offerMessage(outcome, { currency: 'INR' })).toBe('Add ₹120.00 more to get Ten off');
  expect(offerMessage(outcome, { currency: 'INR', locale: 'hi' })).toContain('₹120.00');
  expect(offerMessage(outcome, { currency: 'INR', locale: 'ta' })).toBe('Add ₹120.00 more to get Ten off');
});

it('each kind asks for its fields and refuses those of others', () => {
  const paths = (offer: Partial<OfferTerms> & Pick<OfferTerms, 'kind'>, fields: Partial<Discount> = {}) =>
    discountIssues(offerOf(offer, fields).discount).map(({ path }) => path);
  expect(paths({ kind: 'GIFT' })).toEqual([
    'body.offer.buyQuantity',
    'body.offer.getQuantity',
    'body.offer.giftVariantId',
  ]);
  expect(paths({ kind: 'TIERS', buyQuantity: 1 })).toEqual([
    'body.offer.buyQuantity',
    'body.offer.tierBasis',
    'body.offer.tiers',
  ]);
  expect(paths({ kind: 'FIXED' }, { showOnCart: true, individualUsageOnly: true })).toEqual([
    'body.individualUsageOnly',
    'body.showOnCart',
  ]);
  const tiers = [
    { from: 5, value: 10 },
    { from: 5, value: 101 },
  ];
  expect(paths({ kind: 'TIERS', tierBasis: 'AMOUNT', tiers })).toEqual([
    'body.offer.tiers',
    'body.offer.tiers',
  ]);
  const sent = { name: 'Free', code: 'FREE', discountType: 'FIXED' as const, value: 5 };
  expect(completeDiscount({ ...sent, offer: { kind: 'FREE_SHIPPING' } })).toMatchObject({
    code: 'FREE',
    discountType: 'PERCENTAGE',
    value: 100,
    freeShipping: true,
  });
  expect(completeDiscount(sent)).toEqual({ ...sent, offer: null });
  expect(discountOf().offer).toBeNull();
});
