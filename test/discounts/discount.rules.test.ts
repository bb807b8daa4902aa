import { limitAddress } from '#domain/_shared/limit-address.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { QuoteInput, QuoteItem } from '#domain/checkout/quote-input.js';
import { quote } from '#domain/checkout/quote.js';
import { draftOrder } from '#domain/orders/draft-order.js';
import type { CouponDetails } from '#domain/discounts/coupon-details.js';
import { type Discount, type TargetDimension, targetDimensions } from '#domain/discounts/discount.js';
import type { LineTargets } from '#domain/discounts/line-targets.js';
import { newId } from '#lib/ids.js';
import { couponOf, couponsOf, customerOf, discountOf } from '../_support/discounts.js';
import { addressOf } from '../_support/vendors.js';
import { inputOf, itemOf, NOW, vendorOf } from '../checkout/quote-factory.js';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A cart of one item for 100.00, and coupons in the order of adding. */
function outcomes(coupons: CouponDetails[], fields: Partial<QuoteInput> = {}, customer = {}) {
  const items = fields.items ?? [itemOf()];
  return quote(inputOf({ ...fields, coupons: couponsOf(coupons, items, customer) }));
}
const amounts = (coupons: CouponDetails[], fields: Partial<QuoteInput> = {}) =>
  outcomes(coupons, fields).coupons.map((coupon) => coupon.amount);
const ruleOf = (discount: Partial<Discount>, fields: Partial<QuoteInput> = {}, customer = {}) =>
  outcomes([couponOf(discount)], fields, customer).coupons[0]?.refusal?.rule ?? 'applies';

describe('coupons together', () => {
  const tenPercent = couponOf({ code: 'TEN', discountType: 'PERCENTAGE', value: 10 });
  const thirty = couponOf({ code: 'THIRTY', value: 3_000 });
  it('are applied in the order of adding, each on what the last left', () => {
    expect(amounts([tenPercent, thirty])).toEqual([1_000, 3_000]);
    expect(amounts([thirty, tenPercent])).toEqual([3_000, 700]);
  });
  it('take off no more than there is; a coupon that finds nothing left does not apply', () => {
    const all = couponOf({ code: 'ALL', value: 50_000 });
    const { coupons, totals } = outcomes([all, tenPercent]);
    expect(coupons.map(({ amount, refusal }) => [amount, refusal?.rule])).toEqual([
      [10_000, undefined],
      [0, 'amount'],
    ]);
    expect(totals).toMatchObject({ discountTotal: 10_000, grandTotal: 0 });
  });
  it('do not combine where either is for single use', () => {
    const single = couponOf({ code: 'SINGLE', value: 100, individualUsageOnly: true });
    expect(outcomes([single, thirty]).coupons.map(({ refusal }) => refusal?.rule)).toEqual([
      undefined,
      'combination',
    ]);
    expect(outcomes([thirty, single]).coupons.map(({ refusal }) => refusal?.rule)).toEqual([
      undefined,
      'combination',
    ]);
  });
  it('that do not apply are warned of without blocking the order', () => {
    const { warnings } = outcomes([couponOf({ code: 'OLD', endsAt: NOW })]);
    expect(warnings).toEqual([
      {
        code: 'coupon_not_applicable',
        itemId: null,
        variantId: null,
        couponCode: 'OLD',
        message: 'This coupon has expired',
        blocking: false,
      },
    ]);
  });
});

describe('a coupon applies', () => {
  const later = new Date(NOW.getTime() + 1);
  it.each([
    ['not when inactive', { isActive: false }, 'availability'],
    ['not when archived', { archivedAt: NOW }, 'availability'],
    ['not when deleted', { deletedAt: NOW }, 'availability'],
    ['from the instant of its start', { startsAt: NOW }, 'applies'],
    ['not before', { startsAt: later }, 'start'],
    ['until its end', { endsAt: later }, 'applies'],
    ['not at its end', { endsAt: NOW }, 'end'],
    ['on its platform', { platform: 'WEB' as const }, 'applies'],
    ['not on another', { platform: 'APP' as const }, 'platform'],
    ['at its minimum', { minOrderAmount: 10_000 }, 'applies'],
    ['not below', { minOrderAmount: 10_001 }, 'minimum_order_amount'],
    ['at its maximum', { maxOrderAmount: 10_000 }, 'applies'],
    ['not above', { maxOrderAmount: 9_999 }, 'maximum_order_amount'],
    ['to its customers', { customerScope: 'INCLUDE' as const, customerUserIds: ['user-1'] }, 'applies'],
    ['not to others', { customerScope: 'INCLUDE' as const, customerUserIds: ['user-2'] }, 'customer_scope'],
    [
      'not to those it leaves out',
      { customerScope: 'EXCLUDE' as const, customerUserIds: ['user-1'] },
      'customer_scope',
    ],
  ])('%s', (_when, discount, rule) => {
    expect(ruleOf(discount)).toBe(rule);
  });
  it('to signed-in customers where it needs them', () => {
    expect(ruleOf({ requireCustomerLogin: true })).toBe('applies');
    expect(ruleOf({ requireCustomerLogin: true }, {}, { guest: true })).toBe('login');
  });
  it('by the purchase history', () => {
    const first = { purchaseHistoryMode: 'FIRST_ORDER' as const };
    expect(ruleOf(first)).toBe('applies');
    expect(ruleOf(first, {}, { earlierOrders: 1 })).toBe('purchase_history');
    expect(ruleOf(first, {}, { confirmedOrders: 1, earlierOrders: 1 })).toBe('purchase_history');
    const second = { purchaseHistoryMode: 'MIN_ORDERS' as const, minOrderCount: 2 };
    expect(ruleOf(second, {}, { confirmedOrders: 1, earlierOrders: 5 })).toBe('purchase_history');
    expect(ruleOf(second, {}, { confirmedOrders: 2 })).toBe('applies');
  });
  it('until its uses are gone', () => {
    const used = (limits: Partial<Discount>) =>
      outcomes([couponOf(limits, { uses: 3, usesByCustomer: 2 })]).coupons[0]?.refusal?.rule;
    expect(used({ totalUsageLimit: 4, usageLimitPerCustomer: 3 })).toBeUndefined();
    expect(used({ totalUsageLimit: 3 })).toBe('total_usage_limit');
    expect(used({ usageLimitPerCustomer: 2 })).toBe('usage_limit_per_customer');
  });
  it('to items on sale only as far as it says', () => {
    const items = [itemOf({ specialPrice: 7_000 })];
    expect(ruleOf({ excludeSaleItems: true }, { items })).toBe('qualifying_items');
    expect(ruleOf({ excludeSaleItems: true, excludeSaleItemsOverPercent: 30 }, { items })).toBe('applies');
    expect(ruleOf({ excludeSaleItems: true, excludeSaleItemsOverPercent: 29 }, { items })).toBe(
      'qualifying_items',
    );
    expect(ruleOf({ excludeSaleItemsOverPercent: 1 }, { items })).toBe('applies');
  });
  it('to the shipping of vendors with a qualifying item, beside its amount', () => {
    const items = [itemOf(), itemOf({ itemId: 'item-2', variantId: 'variant-2', vendorId: 'vendor-2' })];
    const vendors = [
      vendorOf({ shippingFlatRate: 4_900 }),
      vendorOf({ vendorId: 'vendor-2', shippingFlatRate: 9_900 }),
    ];
    const free = couponOf({
      freeShipping: true,
      value: 500,
      vendors: [{ id: 'vendor-2', mode: 'INCLUDE' }],
    });
    const { coupons, groups, totals } = outcomes([free], { items, vendors });
    expect(coupons[0]).toMatchObject({ amount: 500, waivedShipping: 9_900 });
    expect(groups.map((group) => [group.shippingTotal, group.waivedShipping])).toEqual([
      [4_900, 0],
      [0, 9_900],
    ]);
    expect(totals).toMatchObject({ discountTotal: 500, shippingTotal: 4_900, grandTotal: 24_400 });
  });
});

/** Matching written down a second time, as plainly as can be. */
function naiveMatch(line: LineTargets, discount: Discount): boolean {
  const has = (dimension: TargetDimension, id: string) => line[dimension].indexOf(id) >= 0;
  for (const dimension of targetDimensions)
    for (const entry of discount[dimension])
      if (entry.mode === 'EXCLUDE' && has(dimension, entry.id)) return false;
  for (const dimension of targetDimensions) {
    const wanted = discount[dimension].filter((entry) => entry.mode === 'INCLUDE');
    if (wanted.length > 0 && !wanted.some((entry) => has(dimension, entry.id))) return false;
  }
  return true;
}

const idList = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
const entryList = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    mode: fc.constantFrom('INCLUDE' as const, 'EXCLUDE' as const),
  }),
  { maxLength: 2, selector: (entry) => entry.id },
);
const perDimension = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.record(
    Object.fromEntries(targetDimensions.map((dimension) => [dimension, arbitrary])) as Record<
      TargetDimension,
      fc.Arbitrary<T>
    >,
  );

const discounts = fc
  .record({
    targets: fc.oneof(fc.constant({}), perDimension(entryList)),
    kind: fc.oneof(
      fc.record({
        discountType: fc.constant('FIXED' as const),
        value: fc.integer({ min: 1, max: 3_000_000 }),
      }),
      fc.record({
        discountType: fc.constant('PERCENTAGE' as const),
        value: fc.integer({ min: 1, max: 100 }),
      }),
    ),
    freeShipping: fc.boolean(),
    excludeSaleItems: fc.boolean(),
    excludeSaleItemsOverPercent: fc.option(fc.integer({ min: 1, max: 100 })),
    individualUsageOnly: fc.boolean(),
    minOrderAmount: fc.option(fc.integer({ min: 0, max: 500_000 })),
  })
  .map(({ targets, kind, ...fields }) => couponOf({ ...fields, ...kind, ...targets }));

const carts = fc
  .array(
    fc.record({
      targets: perDimension(idList),
      vendorId: fc.constantFrom('a', 'b', 'c'),
      price: fc.integer({ min: 0, max: 1_000_000 }),
      reduction: fc.option(fc.integer({ min: 0, max: 99 })),
      quantity: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) => {
    const items = lines.map(({ vendorId, price, quantity, reduction }, index): QuoteItem =>
      itemOf({
        itemId: `item-${index}`,
        variantId: `variant-${index}`,
        vendorId,
        price,
        quantity,
        specialPrice: reduction === null ? null : Math.floor((price * (100 - reduction)) / 100),
      }),
    );
    const targets = new Map(lines.map((line, index) => [`variant-${index}`, line.targets]));
    return { items, targets };
  });

const vendors = ['a', 'b', 'c'].map((vendorId) => vendorOf({ vendorId, shippingFlatRate: 4_900 }));

describe('a quote with coupons', () => {
  const quoted = (
    cart: { items: QuoteItem[]; targets: ReadonlyMap<string, LineTargets> },
    coupons: CouponDetails[],
  ) =>
    quote(
      inputOf({
        items: cart.items,
        vendors,
        defaultTaxRules: [{ type: 'GST', rate: 18 }],
        coupons: { coupons, targets: cart.targets, customer: customerOf() },
      }),
    );

  it('never comes below zero, and its shares add up over lines, sub-orders and order', () => {
    fc.assert(
      fc.property(carts, fc.array(discounts, { maxLength: 4 }), (cart, coupons) => {
        const result = quoted(cart, coupons);
        const lines = result.groups.flatMap((group) => group.lines);
        const applied = result.coupons.filter((coupon) => !coupon.refusal);
        for (const line of lines) {
          expect(line.discountTotal).toBe(sum(line.discounts.map((discount) => discount.amount)));
          expect(line.subtotal - line.discountTotal).toBeGreaterThanOrEqual(0);
        }
        for (const coupon of applied) expect(sum(coupon.shares)).toBe(coupon.amount);
        expect(result.totals.discountTotal).toBe(sum(applied.map((coupon) => coupon.amount)));
        expect(sum(result.groups.map((group) => group.waivedShipping))).toBe(
          sum(applied.map((coupon) => coupon.waivedShipping)),
        );
        expect(result.totals.grandTotal).toBeGreaterThanOrEqual(0);
        expect(quoted(cart, coupons)).toEqual(result);

        const {
          order,
          subOrders,
          lines: ordered,
        } = draftOrder({
          quote: result,
          cartId: newId(),
          userId: newId(),
          guest: false,
          email: 'a@example.com',
          orderNumber: 'X',
          shippingAddress: addressOf(),
          billingAddress: addressOf(),
          paymentProviderId: 'cod',
          paymentMethod: 'cod',
          platform: 'WEB' as const,
          placedAt: NOW,
          expiresAt: null,
          confirmed: true,
          newId,
        });
        expect(sum(subOrders.map((subOrder) => subOrder.discountTotal))).toBe(order.discountTotal);
        expect(sum(ordered.map((line) => line.discountTotal))).toBe(order.discountTotal);
      }),
      { numRuns: 60 },
    );
  });

  it('takes off exactly what a naive evaluator says, and only of lines that qualify', () => {
    fc.assert(
      fc.property(carts, discounts, (cart, coupon) => {
        const result = quoted(cart, [coupon]);
        let qualifying = 0;
        for (const { item, unitPrice, discountTotal } of result.groups.flatMap((group) => group.lines)) {
          const { discount } = coupon;
          const price = item.price ?? 0;
          const cut = price === 0 ? 0 : ((price - (unitPrice ?? 0)) / price) * 100;
          const onSale =
            discount.excludeSaleItems && cut > 0 && cut > (discount.excludeSaleItemsOverPercent ?? 0);
          const targets = cart.targets.get(item.variantId);
          const qualifies = targets !== undefined && naiveMatch(targets, discount) && !onSale;
          if (!qualifies) expect(discountTotal).toBe(0);
          else qualifying += item.price === null ? 0 : (unitPrice ?? 0) * item.quantity;
        }
        const { discountType, value, minOrderAmount } = coupon.discount;
        const taken =
          discountType === 'FIXED'
            ? Math.min(value, qualifying)
            : Math.floor((qualifying * value + 50) / 100);
        const enough = minOrderAmount === null || result.totals.subtotal >= minOrderAmount;
        expect(result.totals.discountTotal).toBe(enough ? taken : 0);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps a percentage to the half subunit, rounded up', () => {
    const items = [itemOf({ price: 10_050 })];
    expect(amounts([couponOf({ discountType: 'PERCENTAGE', value: 1 })], { items })).toEqual([101]);
    expect(discountOf({ code: 'A' }).code).toBe('A');
  });
});

describe('an address as limits count it', () => {
  it.each([
    ['Asha@Example.com', 'asha@example.com'],
    [' asha+shop+2@example.com', 'asha@example.com'],
    ['asha@BÜCHER.example', 'asha@xn--bcher-kva.example'],
    ['asha@xn--bcher-kva.example', 'asha@xn--bcher-kva.example'],
    ['+shop@example.com', '+shop@example.com'],
    ['not an address', 'not an address'],
    ['', ''],
  ])('%s is %s', (typed, counted) => {
    expect(limitAddress(typed)).toBe(counted);
  });
});
