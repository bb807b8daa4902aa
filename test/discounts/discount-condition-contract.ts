import { describe, expect, it } from '@jest/globals';
import type { CouponCase, CouponCustomer, DiscountCondition } from '#domain/discounts/coupon-details.js';
import { newId } from '#lib/ids.js';
import { couponOf, customerOf, targetsOf } from '../_support/discounts.js';

const now = new Date('2026-11-23T12:00:00Z');

/** A coupon in a cart that is worth so much; without pieces the cart is empty. */
export function couponCase(
  merchandise: number,
  { customer = {}, ...fields }: Parameters<typeof couponOf>[0] & { customer?: Partial<CouponCustomer> } = {},
): CouponCase {
  const [variantId, vendorId] = [newId(), newId()];
  const price = merchandise;
  const line = {
    itemId: newId(),
    vendorId,
    targets: targetsOf({ variantId, vendorId }),
    price,
    unitPrice: price,
    quantity: 1,
  };
  return {
    ...couponOf(fields),
    merchandise,
    cart: {
      lines: merchandise > 0 ? [{ ...line, subtotal: merchandise }] : [],
      shipping: new Map([[vendorId, 49_00]]),
      customer: customerOf({ userId: newId(), ...customer }),
      currency: 'INR',
      now,
    },
  };
}

const cases = (): CouponCase[] =>
  [0, 1, 499_00, 10_000_00].flatMap((merchandise) => [
    couponCase(merchandise),
    couponCase(merchandise, { customer: { guest: true, platform: 'APP' } }),
    couponCase(merchandise, {
      discountType: 'PERCENTAGE',
      value: 100,
      minOrderAmount: 500_00,
      minOrderCount: 3,
    }),
    couponCase(merchandise, { code: 'X'.repeat(40), isActive: false, endsAt: now, startsAt: now }),
  ]);

/** What carts, place-order and the explanation of a discount rely on: call it in a test file with a condition of the port. */
export function discountConditionContract(name: string, condition: DiscountCondition): void {
  describe(`the discount condition ${name}`, () => {
    it('holds or not, the same whenever it is asked, and changes nothing of what it is asked about', () => {
      for (const asked of cases()) {
        const before = structuredClone(asked);
        const holds = condition.holds(asked);
        expect(typeof holds).toBe('boolean');
        expect([condition.holds(asked), condition.holds(structuredClone(asked))]).toEqual([holds, holds]);
        expect(asked).toEqual(before);
      }
    });

    it('says why not in one sentence, for every coupon', () => {
      expect(condition.name).toMatch(/^\S+$/);
      for (const asked of cases()) {
        const sentence = condition.refusal(asked);
        expect(sentence).toMatch(/^\S.{3,198}\S$/);
        expect(condition.refusal(structuredClone(asked))).toBe(sentence);
      }
    });
  });
}
