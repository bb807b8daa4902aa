import { randomBytes } from 'node:crypto';
import { readReminderDiscounts } from '#db/abandoned-carts/due-carts.query.js';
import { createDiscountCodesRepository } from '#db/discounts/discount-codes.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { CODE_PREFIX } from '#domain/abandoned-carts/reminder-steps.js';
import { BULK_CODE_BYTES, bulkCode } from '#domain/discounts/discount-code.js';

/** A code that a reminder gives. */
export interface ReminderCoupon {
  code: string;
  expiresAt: Date;
}

const DAY_MS = 86_400_000;

/** Makes codes of discounts for reminders: each for one buyer and one order. */
export function createReminderCoupons() {
  const codes = createDiscountCodesRepository();

  /** @returns coupons by reminder; without one where the discount does not apply at this moment */
  return async (
    tx: Tx,
    wanted: readonly { reminderId: string; discountId: string }[],
    { now, days }: { now: Date; days: number },
  ): Promise<Map<string, ReminderCoupon>> => {
    const discounts = await readReminderDiscounts(
      tx,
      [...new Set(wanted.map(({ discountId }) => discountId))],
      now,
    );
    const latest = now.getTime() + days * DAY_MS;
    const made = wanted.flatMap(({ reminderId, discountId }) => {
      const discount = discounts.get(discountId);
      if (!discount) return [];
      const expiresAt = new Date(Math.min(latest, discount.endsAt?.getTime() ?? latest));
      const code = bulkCode(CODE_PREFIX, randomBytes(BULK_CODE_BYTES));
      return [{ code, discountId, givenTo: reminderId, expiresAt }];
    });
    const given = await codes.make(tx, made, now);
    return new Map(
      made.flatMap(({ givenTo, code, expiresAt }): [string, ReminderCoupon][] =>
        given.get(givenTo) === code ? [[givenTo, { code, expiresAt }]] : [],
      ),
    );
  };
}
