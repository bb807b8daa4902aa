import { instant, integer, nullable, text, textOf, uuid } from '#domain/_shared/columns.js';
import { discountColumns } from '#domain/discounts/discount.js';

/** The columns of the tables of this feature. */
export const discountsTables = {
  discounts: { ...discountColumns },
  discounts_codes: {
    code: text,
    discountId: uuid,
    orderId: nullable(uuid),
    givenTo: nullable(uuid),
    createdAt: instant,
    expiresAt: nullable(instant),
  },
  discounts_redemptions: {
    id: uuid,
    discountId: uuid,
    orderId: uuid,
    customerKey: text,
    code: text,
    name: text,
    amount: integer,
    waivedShipping: integer,
    state: textOf<'held' | 'released'>(),
    redeemedAt: instant,
    releasedAt: nullable(instant),
  },
  discounts_uses: { discountId: uuid, customerKey: text, uses: integer },
};
