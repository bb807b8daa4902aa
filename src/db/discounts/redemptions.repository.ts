import { boolean, integer, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { PurchaseHistoryMode } from '#domain/discounts/discount.js';
import { type CouponBuyer, historyBindings, historySql, inGroupSql } from './coupon-details.query.js';
import { customerKeyOf } from '#domain/discounts/redemption.js';

/** What decides about a use of a discount, as it is while the discount is locked. */
const lockedTermsColumns = {
  id: uuid,
  code: text,
  revision: integer,
  totalUsageLimit: nullable(integer),
  usageLimitPerCustomer: nullable(integer),
  purchaseHistoryMode: textOf<PurchaseHistoryMode>(),
  minOrderCount: nullable(integer),
  /** Whether the buyer is in a group that the discount is for; true where it is for all. */
  inGroup: boolean,
  /** Orders of the buyer besides the one that is placed, as `CouponCustomer` has them. */
  confirmedOrders: integer,
  earlierOrders: integer,
};
export type LockedTerms = RowOf<typeof lockedTermsColumns>;

/** A use to be taken by an order. */
export interface NewRedemption {
  discountId: string;
  code: string;
  name: string;
  amount: number;
  waivedShipping: number;
}

/** A count to be raised by one; `most` is the limit, null for none. */
export interface CountedUse {
  discountId: string;
  /** Empty for the uses of all customers. */
  customerKey: string;
  most: number | null;
}

/** Uses of discounts by orders. Locks are taken in one order: customer, discounts by id, counts. */
export function createRedemptionsRepository() {
  return {
    /** Has the orders of one customer that depend on the purchase history decided one after the other. */
    async lockCustomer(tx: Tx, customerKey: string): Promise<void> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended(?, 1))`, [
        `discounts.customer ${customerKey}`,
      ]);
    },

    /** Holds these discounts against changes of their terms, and reads what a use depends on. */
    async lockTerms(
      tx: Tx,
      discountIds: readonly string[],
      orderId: string,
      buyer: CouponBuyer,
    ): Promise<LockedTerms[]> {
      return query(tx, lockedTermsColumns)(
        `with locked as materialized (
           select d.id, d.code, d.revision, d.total_usage_limit, d.usage_limit_per_customer, d.purchase_history_mode,
             d.min_order_count, ${inGroupSql('d')} as in_group
           from discounts d where d.id = any(?::uuid[]) order by d.id for share of d
         )
         select locked.*, history.confirmed_orders, history.earlier_orders
         from locked cross join (${historySql} and o.id <> ?
           and exists (select from locked asked where asked.purchase_history_mode <> 'DISABLED')) as history`,
        [buyer.userId, discountIds, ...historyBindings(buyer), orderId] as string[],
      );
    },

    /**
     * Takes a use of each discount for an order, all of them or none; the discounts must be locked. A count that is still
     * missing is begun here, so two orders may both see that it fits: the second one then gets fewer rows than it wanted.
     * @returns how many counts were raised
     */
    async take(
      tx: Tx,
      order: { orderId: string; customerKey: string; at: Date },
      redemptions: readonly NewRedemption[],
      counts: readonly CountedUse[],
    ): Promise<number> {
      const rows = await query(tx, { counted: integer })(
        `with wanted as (
           select * from jsonb_to_recordset(?::jsonb) as w(discount_id uuid, customer_key text, most integer)
         ), locked as (
           select w.most, u.uses from discounts_uses u
           join wanted w on w.discount_id = u.discount_id and w.customer_key = u.customer_key
           order by u.customer_key desc, u.discount_id for update of u
         ), decision as (
           select count(*) filter (where uses >= most) = 0 as fits from locked
         ), counted as (
           insert into discounts_uses as u (discount_id, customer_key, uses)
           select w.discount_id, w.customer_key, 1 from wanted w, decision where decision.fits
           order by w.customer_key desc, w.discount_id
           on conflict (discount_id, customer_key) do update set uses = u.uses + 1
             where u.uses < coalesce((select w.most from wanted w
               where w.discount_id = u.discount_id and w.customer_key = u.customer_key), 2147483647)
           returning u.discount_id
         ), redeemed as (
           insert into discounts_redemptions as r
             (order_id, customer_key, redeemed_at, discount_id, code, name, amount, waived_shipping)
           select ?, ?, ?, n.discount_id, n.code, n.name, n.amount, n.waived_shipping
           from jsonb_to_recordset(?::jsonb)
             as n(discount_id uuid, code text, name text, amount bigint, waived_shipping bigint), decision
           where decision.fits
           on conflict (order_id, discount_id) do update set state = 'held', released_at = null
             where r.state = 'released'
         )
         select count(*)::integer as counted from counted`,
        [
          JSON.stringify(
            counts.map(({ discountId, customerKey, most }) => ({
              discount_id: discountId,
              customer_key: customerKey,
              most,
            })),
          ),
          order.orderId,
          order.customerKey,
          order.at as unknown as string,
          JSON.stringify(
            redemptions.map(({ discountId, waivedShipping, ...rest }) => ({
              ...rest,
              discount_id: discountId,
              waived_shipping: waivedShipping,
            })),
          ),
        ],
      );
      return rows[0]?.counted ?? 0;
    },

    /** The released uses of an order, to be taken again. */
    async released(tx: Tx, orderId: string): Promise<(NewRedemption & { customerKey: string })[]> {
      return await tx('discounts_redemptions')
        .where({ orderId, state: 'released' })
        .orderBy('discountId')
        .select('discountId', 'customerKey', 'code', 'name', 'amount', 'waivedShipping');
    },

    /** Gives back the uses of an order; a repeat gives back nothing. */
    async release(tx: Tx, orderId: string, at: Date): Promise<void> {
      const rowCount = await execute(
        tx,
        `select d.id from discounts d join discounts_redemptions r on r.discount_id = d.id
         where r.order_id = ? and r.state = 'held' order by d.id for share of d`,
        [orderId],
      );
      if (rowCount === 0) return;
      await tx.raw(
        `with released as (
           update discounts_redemptions set state = 'released', released_at = ?
           where order_id = ? and state = 'held' returning discount_id, customer_key
         ), affected as (
           select discount_id, customer_key from released union all select discount_id, '' from released
         ), locked as (
           select u.discount_id, u.customer_key from discounts_uses u join affected using (discount_id, customer_key)
           order by u.customer_key desc, u.discount_id for update of u
         )
         update discounts_uses u set uses = u.uses - 1 from locked
         where u.discount_id = locked.discount_id and u.customer_key = locked.customer_key`,
        [at as unknown as string, orderId],
      );
    },

    /** Counts what a guest has used as the user's, for the orders that the user has taken over. */
    async adopt(tx: Tx, userId: string): Promise<void> {
      const user = (await tx('accounts_users').where({ id: userId }).first('email')) as
        | { email: string }
        | undefined;
      const key = customerKeyOf({ userId, guest: false, email: user?.email ?? null });
      await tx.raw(
        `with adopted as (
           update discounts_redemptions r set customer_key = ? from orders o
           where o.id = r.order_id and o.user_id = ? and r.customer_key <> ?
           returning r.discount_id, old.customer_key as former, r.state
         ), moved as (
           select discount_id, former, count(*)::integer as uses from adopted where state = 'held' group by 1, 2
         ), taken as (
           update discounts_uses u set uses = u.uses - moved.uses from moved
           where u.discount_id = moved.discount_id and u.customer_key = moved.former
         )
         insert into discounts_uses as u (discount_id, customer_key, uses)
         select discount_id, ?, sum(uses)::integer from moved group by discount_id
         on conflict (discount_id, customer_key) do update set uses = u.uses + excluded.uses`,
        [key, userId, key, key],
      );
    },
  };
}

export type RedemptionsRepository = ReturnType<typeof createRedemptionsRepository>;
