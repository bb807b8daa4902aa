import type { CouponBuyer } from '#db/discounts/coupon-details.query.js';
import {
  type CountedUse,
  createRedemptionsRepository,
  type LockedTerms,
  type NewRedemption,
} from '#db/discounts/redemptions.repository.js';
import { createDiscountCodesRepository } from '#db/discounts/discount-codes.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { historyAllows } from '#domain/discounts/coupon-rules.js';
import { discountsErrors } from '#domain/discounts/discounts.errors.js';
import { type CouponOutcome, labelOf } from '#domain/discounts/evaluate-coupons.js';
import { customerKeyOf } from '#domain/discounts/redemption.js';
import type { Order } from '#domain/orders/order.js';

/**
 * Takes and releases the uses of coupons. Exact under any concurrency: the counts are raised conditionally, in the
 * transaction of the order, while the terms of the discounts are held.
 */
export function createCouponUses() {
  const redemptions = createRedemptionsRepository();
  const codes = createDiscountCodesRepository();

  /** @returns whether every discount had a use left; otherwise nothing is written */
  async function take(
    tx: Tx,
    order: { orderId: string; customerKey: string; at: Date },
    terms: readonly LockedTerms[],
    wanted: readonly NewRedemption[],
  ): Promise<boolean> {
    const limits = new Map(terms.map((item) => [item.id, item]));
    const counts = wanted.flatMap(({ discountId }): CountedUse[] => {
      const { totalUsageLimit = null, usageLimitPerCustomer = null } = limits.get(discountId) ?? {};
      const own = { discountId, customerKey: order.customerKey, most: usageLimitPerCustomer };
      return totalUsageLimit === null ? [own] : [own, { discountId, customerKey: '', most: totalUsageLimit }];
    });
    const counted = await redemptions.take(tx, order, wanted, counts);
    if (counted > 0 && counted < counts.length) throw serializationFailure();
    return counted > 0;
  }

  return {
    /**
     * Takes a use of each applied coupon for a new order. Call it last: the count of a popular coupon is what most orders
     * wait for. The order must have been written.
     * @throws AppError CONFLICT when a coupon has changed since it was quoted, or its last use is gone
     */
    async hold(
      tx: Tx,
      ctx: Context,
      order: { orderId: string; buyer: CouponBuyer },
      applied: readonly CouponOutcome[],
    ): Promise<void> {
      if (applied.length === 0) return;
      const customerKey = customerKeyOf(order.buyer);
      if (applied.some(({ discount }) => discount.purchaseHistoryMode === 'FIRST_ORDER'))
        await redemptions.lockCustomer(tx, customerKey);
      const ids = applied.map(({ discount }) => discount.id);
      const terms = await redemptions.lockTerms(tx, ids, order.orderId, order.buyer);
      for (const { discount } of applied) {
        const current = terms.find((item) => item.id === discount.id);
        if (current?.revision !== discount.revision)
          throw discountsErrors.couponChanged({ code: labelOf(discount) });
        if (!current.inGroup || !historyAllows(current, current))
          throw discountsErrors.couponUsedUp({ code: labelOf(discount) });
      }
      const wanted = applied.map(({ discount: { id, code, name }, amount, waivedShipping }) => ({
        discountId: id,
        code,
        name,
        amount,
        waivedShipping,
      }));
      const entered = applied.flatMap(({ discount: { id, code } }) =>
        terms.some((item) => item.id === id && item.code !== code) ? [code] : [],
      );
      const [gone] = entered.length > 0 ? await codes.take(tx, order.orderId, entered, ctx.now) : [];
      if (gone !== undefined) throw discountsErrors.couponUsedUp({ code: gone });
      const placed = { orderId: order.orderId, customerKey, at: ctx.now };
      if (!(await take(tx, placed, terms, wanted)))
        throw discountsErrors.couponUsedUp({
          code: applied.map(({ discount }) => labelOf(discount)).join(', '),
        });
    },

    /** Gives back the uses of an order that was cancelled as a whole. */
    async release(tx: Tx, ctx: Context, orderId: string): Promise<void> {
      await redemptions.release(tx, orderId, ctx.now);
      await codes.release(tx, orderId);
    },

    /** Takes the uses of a reinstated order again, under the limits in force now. @returns false when one is gone */
    async holdAgain(tx: Tx, ctx: Context, order: Order): Promise<boolean> {
      const released = await redemptions.released(tx, order.id);
      const [first] = released;
      if (!first) return true;
      const ids = released.map(({ discountId }) => discountId);
      const terms = await redemptions.lockTerms(tx, ids, order.id, order);
      const entered = await codes.known(
        tx,
        released.map(({ code }) => code),
      );
      const areFree = entered.length === 0 || (await codes.take(tx, order.id, entered, null)).length === 0;
      const wanted = released.map(({ customerKey: _key, ...redemption }) => redemption);
      const again = { orderId: order.id, customerKey: first.customerKey, at: ctx.now };
      const taken = areFree && (await take(tx, again, terms, wanted));
      if (!taken) await codes.release(tx, order.id);
      return taken;
    },
  };
}

/** Another order began a count at the same moment: the whole transaction is tried again, and finds it begun. */
function serializationFailure(): Error {
  return Object.assign(new Error('The uses of a coupon were counted by another order'), { code: '40001' });
}

export type CouponUses = ReturnType<typeof createCouponUses>;
