import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { currentPrice } from '#domain/checkout/current-price.js';
import type { TaxRule } from '#domain/checkout/line-taxes.js';
import { subOrderTaxes } from '#domain/checkout/sub-order-taxes.js';
import { canBePlaced, quote } from '#domain/checkout/quote.js';
import type { QuoteItem, QuoteVendor } from '#domain/checkout/quote-input.js';
import { quotePiece } from '#domain/checkout/quote-piece.js';
import { prorate } from '#domain/checkout/prorate.js';
import { couponOf, couponsOf } from '../_support/discounts.js';
import { inputOf, itemOf, NOW, vendorOf } from './quote-factory.js';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const codes = (fields: Partial<QuoteItem>) =>
  quote(inputOf({ items: [itemOf(fields)] })).warnings.map((warning) => warning.code);

describe('the price in effect', () => {
  const prices = {
    price: 10_000,
    specialPrice: 8_000,
    specialPriceStart: new Date('2026-11-21T00:00:00Z'),
    specialPriceEnd: new Date('2026-11-22T00:00:00Z'),
  };
  it.each([
    ['a moment before it starts', '2026-11-20T23:59:59.999Z', 10_000],
    ['the instant it starts', '2026-11-21T00:00:00Z', 8_000],
    ['a moment before it ends', '2026-11-21T23:59:59.999Z', 8_000],
    ['the instant it ends', '2026-11-22T00:00:00Z', 10_000],
  ])('%s', (_when, now, expected) => {
    expect(currentPrice(prices, new Date(now))).toBe(expected);
  });
  it('has no end where none is set', () => {
    expect(currentPrice({ ...prices, specialPriceStart: null, specialPriceEnd: null }, NOW)).toBe(8_000);
  });
  it('is nothing without a price, whatever the special price', () => {
    expect(currentPrice({ ...prices, price: null }, NOW)).toBeNull();
  });
});

/** The taxes of a sub-order of one line. */
function lineTaxes(amount: number, rules: readonly TaxRule[], included: boolean) {
  return subOrderTaxes([{ amount, rules }], included)[0] ?? [];
}

describe('taxes of a line', () => {
  it('add up, each rounded half up for itself', () => {
    // 2.5 % of 10,020 is 250.5 twice.
    const rules = [
      { type: 'CGST', rate: 2.5 },
      { type: 'SGST', rate: 2.5 },
    ];
    expect(lineTaxes(10_020, rules, false).map((tax) => tax.amount)).toEqual([251, 251]);
  });
  it('are found in a price that includes them', () => {
    expect(lineTaxes(11_800, [{ type: 'GST', rate: 18 }], true)).toEqual([
      { type: 'GST', rate: 18, amount: 1_800 },
    ]);
  });
  it('count decimals of rates exactly', () => {
    // 0.1 + 0.2 in floating point would give 3,000,001 here.
    expect(lineTaxes(1_000_000_000, [{ type: 'CESS', rate: 0.3 }], false)[0]?.amount).toBe(3_000_000);
    expect(lineTaxes(50, [{ type: 'CESS', rate: 1 }], false)[0]?.amount).toBe(1);
    expect(lineTaxes(49, [{ type: 'CESS', rate: 1 }], false)[0]?.amount).toBe(0);
  });
});

describe('shipping', () => {
  const shippingOf = (freeAbove: number | null) =>
    quote(inputOf({ vendors: [vendorOf({ shippingFlatRate: 4_900, shippingFreeAbove: freeAbove })] })).totals
      .shippingTotal;
  it('is charged below the threshold and free from it on', () => {
    expect(shippingOf(null)).toBe(4_900);
    expect(shippingOf(10_001)).toBe(4_900);
    expect(shippingOf(10_000)).toBe(0);
    expect(shippingOf(0)).toBe(0);
  });
  it('is reckoned for each vendor by itself', () => {
    const { groups, totals } = quote(
      inputOf({
        items: [itemOf(), itemOf({ itemId: 'item-2', vendorId: 'vendor-2', price: 90_000 })],
        vendors: [
          vendorOf({ shippingFlatRate: 4_900, shippingFreeAbove: 50_000 }),
          vendorOf({ vendorId: 'vendor-2', shippingFlatRate: 9_900, shippingFreeAbove: 50_000 }),
        ],
      }),
    );
    expect(groups.map((group) => group.shippingTotal)).toEqual([4_900, 0]);
    expect(totals.grandTotal).toBe(104_900);
  });
  it('is not charged for what cannot be bought, nor taxed where the setting says so', () => {
    const vendors = [vendorOf({ shippingFlatRate: 4_900 })];
    const defaultTaxRules = [{ type: 'GST', rate: 18 }];
    expect(quote(inputOf({ vendors, items: [itemOf({ deleted: true })] })).totals.grandTotal).toBe(0);
    expect(quote(inputOf({ vendors, defaultTaxRules, taxShipping: false })).totals).toMatchObject({
      taxTotal: 1_800,
      grandTotal: 16_700,
    });
  });
});

describe('whose taxes', () => {
  const defaultTaxRules = [{ type: 'GST', rate: 18 }];
  const taxOf = (taxRules: { type: string; rate: number }[] | null) =>
    quote(inputOf({ defaultTaxRules, vendors: [vendorOf({ taxRules })] })).totals.taxTotal;
  it('the vendor’s own list replaces the default, also an empty one', () => {
    expect(taxOf(null)).toBe(1_800);
    expect(taxOf([{ type: 'GST', rate: 5 }])).toBe(500);
    expect(taxOf([])).toBe(0);
  });
  it('a vendor without a GSTIN charges no GST, its own or the platform’s, and every other tax', () => {
    const unregistered = (taxRules: { type: string; rate: number }[] | null) =>
      quote(inputOf({ defaultTaxRules, vendors: [vendorOf({ taxRules, registeredForGst: false })] })).totals;
    expect(unregistered(null)).toMatchObject({ taxTotal: 0, grandTotal: 10_000 });
    expect(unregistered([{ type: ' gst ', rate: 5 }]).taxTotal).toBe(0);
    expect(
      unregistered([
        { type: 'GST', rate: 5 },
        { type: 'Cess', rate: 1 },
      ]).taxTotal,
    ).toBe(100);
  });
});

describe('warnings', () => {
  it('say what has changed since the item was put in', () => {
    expect(codes({ unitPriceSeen: 10_000 })).toEqual([]);
    expect(codes({ unitPriceSeen: 9_000 })).toEqual(['price_changed']);
    expect(codes({ quantity: 3, available: 2 })).toEqual(['out_of_stock']);
    expect(codes({ quantity: 3, available: 2, allowBackorder: true })).toEqual([]);
    expect(codes({ quantity: 3, available: 2, trackInventory: false })).toEqual([]);
    expect(codes({ quantity: 1, minQuantity: 2 })).toEqual(['quantity_below_minimum']);
    expect(codes({ quantity: 6, maxQuantity: 5 })).toEqual(['quantity_above_maximum']);
  });
  it.each<[string, Partial<QuoteItem>]>([
    ['deleted', { deleted: true }],
    ['detached from its options', { detached: true }],
    ['a draft', { productStatus: 'draft' }],
    ['private', { productVisibility: 'private' }],
    ['unpublished', { publishedAt: null }],
    ['not published yet', { publishedAt: new Date(NOW.getTime() + 1) }],
    ['without a price', { price: null }],
  ])('a product that is %s cannot be bought', (_what, fields) => {
    const reckoned = quote(inputOf({ items: [itemOf(fields), itemOf({ itemId: 'item-2' })] }));
    expect(reckoned.warnings.map(({ code, blocking }) => [code, blocking])).toEqual([
      ['not_available', true],
    ]);
    expect(reckoned.totals).toMatchObject({ itemCount: 1, grandTotal: 10_000 });
    expect(canBePlaced(reckoned)).toBe(false);
  });
  it('no amount leaves the integers that a number holds exactly, whatever is asked for', () => {
    const taxRules = Array.from({ length: 20 }, () => ({ type: 'Levy', rate: 100 }));
    const dear = { price: 2_147_483_647, trackInventory: false };
    const sellers = Array.from({ length: 400 }, (_, index) =>
      vendorOf({ vendorId: `vendor-${index}`, taxRules, shippingFlatRate: 10_000_000_000 }),
    );
    const item = fc.record({
      quantity: fc.integer({ min: 1, max: 2_147_483_647 }).map((n) => (n % 2 ? n : n % 100_000)),
      vendorId: fc.constantFrom(...sellers.map(({ vendorId }) => vendorId)),
    });
    const items = fc.array(item, { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(items, (asked) => {
        const reckoned = quote(
          inputOf({
            items: asked.map((item, index) => itemOf({ ...dear, ...item, itemId: `item-${index}` })),
            vendors: sellers,
          }),
        );
        expect(Object.values(reckoned.totals).every(Number.isSafeInteger)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
  it('free shipping lacks what the merchandise is below the amount of its vendor', () => {
    const missing = (fields: Partial<QuoteVendor>) =>
      quote(inputOf({ vendors: [vendorOf(fields)] })).groups[0]?.freeShippingMissing;
    expect(missing({ shippingFlatRate: 4_900, shippingFreeAbove: 20_000 })).toBe(10_000);
    expect(missing({ shippingFlatRate: 4_900, shippingFreeAbove: 10_000 })).toBe(0);
    expect(missing({ shippingFlatRate: 4_900, shippingFreeAbove: null })).toBeNull();
    expect(missing({ shippingFlatRate: 0, shippingFreeAbove: 20_000 })).toBeNull();
  });
  it('a suspended vendor sells nothing', () => {
    const reckoned = quote(inputOf({ vendors: [vendorOf({ suspended: true })] }));
    expect(reckoned.warnings.map((warning) => warning.code)).toEqual(['vendor_suspended']);
    expect(reckoned.totals.grandTotal).toBe(0);
  });
  it('a changed price alone does not stop the order', () => {
    expect(canBePlaced(quote(inputOf({ items: [itemOf({ unitPriceSeen: 1 })] })))).toBe(true);
    expect(canBePlaced(quote(inputOf({ items: [] })))).toBe(false);
  });
});

describe('sharing out', () => {
  it('always adds up to the amount, and nobody is a subunit off the exact share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 30 }),
        (amount, weights) => {
          const shares = prorate(amount, weights);
          const total = sum(weights);
          expect(sum(shares)).toBe(amount);
          if (total === 0) return;
          shares.forEach((share, index) => {
            const exact = (BigInt(amount) * BigInt(weights[index] ?? 0) * 1000n) / BigInt(total);
            expect(Math.abs(share * 1000 - Number(exact))).toBeLessThan(1001);
          });
        },
      ),
    );
  });
  it('gives the odd subunit to the largest remainder, ties to the first', () => {
    expect(prorate(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(prorate(10, [3, 3, 1])).toEqual([4, 4, 2]);
  });
});

describe('every quote', () => {
  const rules = fc.array(
    fc.record({
      type: fc.constant('GST'),
      rate: fc.integer({ min: 0, max: 10_000 }).map((bps) => bps / 100),
    }),
    { maxLength: 3 },
  );
  const vendors = fc.tuple(
    ...['a', 'b', 'c'].map((vendorId) =>
      fc
        .record({
          shippingFlatRate: fc.integer({ min: 0, max: 20_000 }),
          shippingFreeAbove: fc.option(fc.integer({ min: 0, max: 500_000 })),
          taxRules: fc.option(rules),
        })
        .map((fields) => vendorOf({ vendorId, ...fields })),
    ),
  );
  const items = fc
    .array(
      fc.record({
        vendorId: fc.constantFrom('a', 'b', 'c'),
        price: fc.integer({ min: 0, max: 10_000_000 }),
        quantity: fc.integer({ min: 1, max: 500 }),
        detached: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    .map((list) => list.map((fields, index) => itemOf({ ...fields, itemId: `item-${index}` })));

  it('adds up: lines to groups, groups to totals, shares to discounts', () => {
    fc.assert(
      fc.property(
        vendors,
        items,
        rules,
        fc.boolean(),
        fc.integer({ min: 1, max: 2_000_000 }),
        (allVendors, allItems, defaultTaxRules, pricesIncludeTax, amount) => {
          const reckoned = quote(
            inputOf({
              vendors: allVendors,
              items: allItems,
              defaultTaxRules,
              pricesIncludeTax,
              coupons: couponsOf([couponOf({ code: 'DIWALI', value: amount })], allItems),
            }),
          );
          const { totals, groups } = reckoned;
          const lines = groups.flatMap((group) => group.lines);
          for (const group of groups) {
            expect(group.subtotal).toBe(sum(group.lines.map((line) => line.subtotal)));
            const shipping = group.shippingTotal + (pricesIncludeTax ? 0 : group.shippingTaxTotal);
            expect(group.total).toBe(sum(group.lines.map((line) => line.total)) + shipping);
            expect(group.shippingTaxTotal).toBe(
              sum(group.lines.flatMap((line) => line.shippingTaxes.map((tax) => tax.amount))),
            );
          }
          for (const line of lines) {
            const net = line.subtotal - line.discountTotal;
            expect(net).toBeGreaterThanOrEqual(0);
            expect(line.taxTotal).toBe(sum(line.taxes.map((tax) => tax.amount)));
            expect(line.total).toBe(pricesIncludeTax ? net : net + line.taxTotal);
          }
          expect(totals.discountTotal).toBe(Math.min(amount, totals.subtotal));
          expect(sum(lines.map((line) => line.discountTotal))).toBe(totals.discountTotal);
          expect(totals.grandTotal).toBe(sum(groups.map((group) => group.total)));
          const taxOnTop = pricesIncludeTax ? 0 : totals.taxTotal;
          expect(totals.grandTotal).toBe(
            totals.subtotal - totals.discountTotal + totals.shippingTotal + taxOnTop,
          );
        },
      ),
    );
  });
});

it('one piece costs what a cart of nothing else comes to', () => {
  const rates = fc.constantFrom(0, 2.5, 5, 12, 18, 28);
  const subunits = fc.nat({ max: 5_000_000 });
  const fields = fc.record({
    price: subunits,
    shipping: subunits,
    freeAbove: fc.option(subunits),
    rate: rates,
    own: fc.option(rates),
    included: fc.boolean(),
    registered: fc.boolean(),
    taxShipping: fc.boolean(),
  });
  fc.assert(
    fc.property(fields, ({ price, shipping, freeAbove, rate, own, included, registered, taxShipping }) => {
      const vendor = vendorOf({
        registeredForGst: registered,
        shippingFlatRate: shipping,
        shippingFreeAbove: freeAbove,
      });
      const item = itemOf({ price, gst: { gstRate: own, gstExempt: false } });
      const input = inputOf({
        items: [item],
        vendors: [vendor],
        defaultTaxRules: [{ type: 'GST', rate }],
        pricesIncludeTax: included,
        taxShipping,
      });
      const piece = quotePiece(item, price, vendor, input);
      const { groups, totals } = quote(input);
      expect(piece.total).toBe(groups[0]?.lines[0]?.total);
      expect(piece.total + piece.shipping).toBe(totals.grandTotal);
    }),
  );
});
