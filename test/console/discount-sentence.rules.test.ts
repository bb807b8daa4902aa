import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { discountDefaults, type DiscountTerms, type TargetEntry } from '#domain/discounts/discount.js';
import { offerDefaults, type OfferTerms } from '#domain/discounts/offer.js';

interface Words {
  money: (subunits: number) => string;
  timeZone: string;
  now: Date;
  nameOf?: (dimension: string, id: string) => string | undefined;
  giftName?: string;
}
interface Sentences {
  discountSentence(terms: object, words: Words): string;
  offerExamples(terms: object, words: Words): string[];
}

const root = join(import.meta.dirname, '..', '..');
const outfile = join(root, '.cache', `discount-sentence-${process.pid}.mjs`);
let sentences: Sentences;
beforeAll(async () => {
  const contents = "export * from './discount-sentence.js'; export * from './offer-examples.js';";
  const stdin = { contents, resolveDir: join(root, 'console', 'src', 'pages', 'discounts') };
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  sentences = (await import(outfile)) as Sentences;
});
afterAll(() => rm(outfile, { force: true }));

type Terms = Omit<Partial<DiscountTerms>, 'startsAt' | 'endsAt'> & { startsAt?: string; endsAt?: string };

/** Tuesday noon in India. */
const words: Words = {
  money: (subunits) => `₹${subunits / 100}`,
  timeZone: 'Asia/Kolkata',
  now: new Date('2026-11-24T06:30:00.000Z'),
  nameOf: (_dimension, id) => id,
};
const base = { ...discountDefaults, name: 'Test', discountType: 'PERCENTAGE' as const, value: 10 };
const say = (terms: Terms, given = words) => sentences.discountSentence({ ...base, ...terms }, given);
const only = (...ids: string[]): TargetEntry[] => ids.map((id) => ({ id, mode: 'INCLUDE' }));
const not = (...ids: string[]): TargetEntry[] => ids.map((id) => ({ id, mode: 'EXCLUDE' }));
const fixed = { discountType: 'FIXED', value: 20_000 } as const;

const discounts: [terms: Terms, sentence: string][] = [
  [{}, '10 % off everything.'],
  [{ value: 100 }, '100 % off everything.'],
  [fixed, '₹200 off everything.'],
  [{ maxDiscountAmount: 50_000 }, '10 % off everything, at most ₹500.'],
  [{ isActive: false }, 'Switched off: 10 % off everything.'],
  [{ freeShipping: true }, '10 % off everything. Shipping is free.'],
  [{ showOnCart: true }, '10 % off everything. Carts that qualify suggest it.'],
  [{ platformShare: 40 }, '10 % off everything. The platform pays 40 % of it.'],
  [{ categories: only('Sarees') }, '10 % off products in the category Sarees.'],
  [{ categories: only('Sarees', 'Kurtas') }, '10 % off products in the categories Sarees or Kurtas.'],
  [{ brands: only('A', 'B', 'C') }, '10 % off products of the brands A, B or C.'],
  [{ brands: only('A', 'B', 'C', 'D') }, '10 % off products of 4 chosen brands.'],
  [{ variants: only('Lamp, L-1') }, '10 % off products of the variant Lamp, L-1.'],
  [{ tags: only('Diwali') }, '10 % off products with the tag Diwali.'],
  [{ ingredients: only('Neem') }, '10 % off products with the ingredient Neem.'],
  [{ customerGroupIds: ['a'] }, '10 % off everything, for members of 1 chosen group.'],
  [{ customerGroupIds: ['a', 'b'] }, '10 % off everything, for members of any of 2 chosen groups.'],
  [{ vendors: only('Kolam') }, '10 % off products sold by the vendor Kolam.'],
  [{ vendors: not('Kolam') }, '10 % off everything, except those sold by the vendor Kolam.'],
  [
    { categories: only('Sarees'), brands: only('Tanishq') },
    '10 % off products in the category Sarees and of the brand Tanishq.',
  ],
  [
    { categories: only('Sarees'), tags: not('Sale') },
    '10 % off products in the category Sarees, except those with the tag Sale.',
  ],
  [
    { brands: not('A'), tags: not('B', 'C') },
    '10 % off everything, except those of the brand A and those with the tags B or C.',
  ],
  [{ excludeSaleItems: true }, '10 % off everything, not on items with a special price.'],
  [
    { excludeSaleItems: true, excludeSaleItemsOverPercent: 30 },
    '10 % off everything, not on items reduced by more than 30 %.',
  ],
  [{ minOrderAmount: 199_900 }, '10 % off everything, in carts of ₹1999 or more.'],
  [{ maxOrderAmount: 500_000 }, '10 % off everything, in carts of at most ₹5000.'],
  [{ minOrderAmount: 0 }, '10 % off everything, in carts of ₹0 or more.'],
  [{ minOrderAmount: 100_000, maxOrderAmount: 500_000 }, '10 % off everything, in carts of ₹1000 to ₹5000.'],
  [{ purchaseHistoryMode: 'FIRST_ORDER' }, '10 % off everything, for first orders.'],
  [
    { purchaseHistoryMode: 'MIN_ORDERS', minOrderCount: 1 },
    '10 % off everything, for customers with at least 1 earlier order.',
  ],
  [
    { purchaseHistoryMode: 'MIN_ORDERS', minOrderCount: 3 },
    '10 % off everything, for customers with at least 3 earlier orders.',
  ],
  [{ customerScope: 'INCLUDE', customerUserIds: ['a'] }, '10 % off everything, for 1 chosen customer alone.'],
  [
    { customerScope: 'EXCLUDE', customerUserIds: ['a', 'b'] },
    '10 % off everything, not for 2 chosen customers.',
  ],
  [{ requireCustomerLogin: true }, '10 % off everything, after signing in.'],
  [{ platform: 'APP' }, '10 % off everything, on the app.'],
  [{ platform: 'WEB' }, '10 % off everything, on the website.'],
  [{ endsAt: '2026-11-29T18:30:00.000Z' }, '10 % off everything, through Sunday.'],
  [{ endsAt: '2026-12-31T12:30:00.000Z' }, '10 % off everything, until 31 Dec 2026, 18:00.'],
  [
    { startsAt: '2026-11-26T18:30:00.000Z', endsAt: '2027-01-01T18:30:00.000Z' },
    '10 % off everything, from Friday, through 1 Jan 2027.',
  ],
  [{ totalUsageLimit: 100 }, '10 % off everything, 100 times in all.'],
  [
    { totalUsageLimit: 100, usageLimitPerCustomer: 2 },
    '10 % off everything, 100 times in all and twice for each customer.',
  ],
  [
    { usageLimitPerCustomer: 1, individualUsageOnly: true },
    '10 % off everything, once for each customer, not together with other coupons.',
  ],
  [
    {
      categories: only('Sarees'),
      minOrderAmount: 199_900,
      purchaseHistoryMode: 'FIRST_ORDER',
      platform: 'APP',
      endsAt: '2026-11-29T18:30:00.000Z',
    },
    '10 % off products in the category Sarees, in carts of ₹1999 or more, for first orders, on the app, through Sunday.',
  ],
];

const offer = (kind: OfferTerms['kind'], fields: Partial<OfferTerms> = {}) => ({
  offer: { ...offerDefaults, kind, ...fields },
});
const all = { value: 100 };
const twoForOne = offer('BUY_X_GET_Y', { buyQuantity: 2, getQuantity: 1 });
const tiers = [
  { from: 100_000, value: 5 },
  { from: 200_000, value: 10 },
];
const gift = offer('GIFT', { buyQuantity: 2, getQuantity: 1, giftVariantId: 'lamp' });

/** Offers: the sentence, and what a shopper gets of it. */
const offers: [terms: Terms, sentence: string, examples: string[]][] = [
  [
    { ...offer('PERCENTAGE', { combinesWith: 'OFFERS' }), minOrderAmount: 100_000 },
    '10 % off everything, in carts of ₹1000 or more, not together with coupons. It applies by itself.',
    [
      'A cart of ₹2000: ₹200 off, ₹1800 to pay before shipping.',
      'With ₹880 in the cart it reads: Add ₹120 more to get Test.',
    ],
  ],
  [
    { ...fixed, ...offer('FIXED', { combinesWith: 'NONE' }) },
    '₹200 off everything, not together with coupons or other offers. It applies by itself.',
    ['A cart of ₹2000: ₹200 off, ₹1800 to pay before shipping.'],
  ],
  [
    { ...all, ...twoForOne, categories: only('Sarees') },
    'Buy 2, get 1 free: the cheapest of each 3 products in the category Sarees. It applies by itself.',
    [
      '3 pieces of ₹500 each: ₹1000 in place of ₹1500.',
      'With 2 pieces in the cart it reads: Add 1 more item to get Test.',
    ],
  ],
  [
    { value: 50, ...offer('BUY_X_GET_Y', { buyQuantity: 3, getQuantity: 2 }), brands: not('Tanishq') },
    'Buy 3, get 2 at 50 % off: the cheapest 2 of each 5 pieces, except those of the brand Tanishq. It applies by itself.',
    [
      '5 pieces of ₹500 each: ₹2000 in place of ₹2500.',
      'With 4 pieces in the cart it reads: Add 1 more item to get Test.',
    ],
  ],
  [
    { ...all, ...gift },
    'Free gift, 1 × Lamp, with 2 or more pieces of the vendor of the gift. It applies by itself.',
    [
      'The cart shows 1 × Lamp as a gift, at ₹0.',
      'With 1 piece in the cart it reads: Add 1 more item to get Test.',
    ],
  ],
  [
    offer('TIERS', { tierBasis: 'AMOUNT', tiers }),
    'Off everything: 5 % from ₹1000, 10 % from ₹2000. It applies by itself.',
    [
      'A cart of ₹1000: ₹50 off, ₹950 to pay before shipping.',
      'A cart of ₹2000: ₹200 off, ₹1800 to pay before shipping.',
      'With ₹880 in the cart it reads: Add ₹120 more to get Test.',
    ],
  ],
  [
    { ...fixed, ...offer('TIERS', { tierBasis: 'QUANTITY', tiers: [{ from: 3, value: 10_000 }] }) },
    'Off everything: ₹100 from 3 pieces. It applies by itself.',
    [
      '3 pieces of ₹500 each: ₹1400 in place of ₹1500.',
      'With 2 pieces in the cart it reads: Add 1 more item to get Test.',
    ],
  ],
  [
    { ...all, freeShipping: true, ...offer('FREE_SHIPPING', { combinesWith: 'COUPONS' }) },
    'Free shipping, not together with other offers. It applies by itself.',
    ['Shipping costs ₹0.'],
  ],
];

it('automatic offers are said by their kinds, with what a shopper gets', () => {
  const given = { ...words, giftName: 'Lamp' };
  for (const [terms, sentence, examples] of offers)
    expect([say(terms, given), sentences.offerExamples({ ...base, ...terms }, given)]).toEqual([
      sentence,
      examples,
    ]);
  expect(sentences.offerExamples(base, given)).toEqual([]);
});

it('discount-sentence: forty discounts, each said as its rules are', () => {
  expect(discounts.length).toBeGreaterThanOrEqual(40);
  expect(discounts.map(([terms]) => say(terms))).toEqual(discounts.map(([, sentence]) => sentence));
});

it('no two different discounts have one sentence', () => {
  const all = discounts.map(([terms]) => say(terms));
  expect(new Set(all).size).toBe(all.length);
});

it('targets without names are counted', () => {
  const { nameOf: _, ...nameless } = words;
  expect(say({ categories: only('a'), brands: not('b', 'c') }, nameless)).toBe(
    '10 % off products in 1 chosen category, except those of 2 chosen brands.',
  );
});
