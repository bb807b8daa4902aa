import { createDiscountCodesRepository } from '#db/discounts/discount-codes.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { bulkDiscounts, couponKey, type ShownContent } from '#domain/campaigns/shown-content.js';
import { bulkCodeVariable } from '#integrations/mail/campaign-coupon.js';

/** Bulk codes of a recipient by the variable that holds them. */
export type RecipientCodes = Readonly<Record<string, string>>;

export interface GivenCodes {
  /** By recipient; those for whom a code is missing are not here. */
  codes: Map<string, RecipientCodes>;
  /** Name of a discount that has no code left. */
  emptied?: string;
}

/** Gives recipients a code of each discount whose bulk codes a mail has; who has one keeps it. */
export function createBulkCodes() {
  const discountCodes = createDiscountCodesRepository();

  return async function giveCodes(
    tx: Tx,
    shown: ShownContent,
    recipientIds: readonly string[],
  ): Promise<GivenCodes> {
    const codes = new Map(recipientIds.map((id): [string, RecipientCodes] => [id, {}]));
    let emptied: string | undefined;
    for (const discountId of bulkDiscounts(shown)) {
      const given = await discountCodes.give(tx, discountId, [...codes.keys()]);
      for (const [id, own] of codes) {
        const code = given.get(id);
        if (code !== undefined) codes.set(id, { ...own, [bulkCodeVariable(discountId)]: code });
        else codes.delete(id);
      }
      if (codes.size < recipientIds.length) emptied ??= shown.coupons[couponKey(discountId, 'bulk')]?.name;
    }
    return { codes, emptied };
  };
}
