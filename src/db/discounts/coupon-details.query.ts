import { limitAddress } from '#domain/_shared/limit-address.js';
import { limitAddressSql } from './limit-address-sql.js';
import { hidden } from '#db/kernel/prepared-statements.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { CouponDetails } from '#domain/discounts/coupon-details.js';
import type { Discount } from '#domain/discounts/discount.js';
import type { LineTargets } from '#domain/discounts/line-targets.js';
import { customerKeyOf } from '#domain/discounts/redemption.js';
import type { OrderPlatform } from '#domain/orders/order.js';

/** Whose coupons they are; a guest without an e-mail address has used nothing and ordered nothing yet. */
export interface CouponBuyer {
  userId: string;
  guest: boolean;
  email: string | null;
}

/** Everything besides the cart itself that its coupons are evaluated by, read at one instant. */
export interface CouponDetailsOfCart {
  coupons: CouponDetails[];
  targets: ReadonlyMap<string, LineTargets>;
  confirmedOrders: number;
  earlierOrders: number;
}

type Row = Discount & {
  uses: number;
  usesByCustomer: number;
  enteredCode?: string | null;
  codeTaken?: boolean;
  inGroup?: boolean;
};
type BaseRow = Partial<Row> & {
  targets: Record<string, LineTargets> | null;
  confirmedOrders: number;
  earlierOrders: number;
};

/** What each variant can be targeted by; its categories with all of their ancestors. */
const targetsSql = `
  select jsonb_object_agg(pv.id, jsonb_build_object(
    'variants', jsonb_build_array(pv.id), 'vendors', jsonb_build_array(pv.vendor_id),
    'brands', case when p.brand_id is null then '[]'::jsonb else jsonb_build_array(p.brand_id) end,
    'tags', (select coalesce(jsonb_agg(t.tag_id), '[]') from products_tags t where t.product_id = p.id),
    'ingredients', (select coalesce(jsonb_agg(g.ingredient_id), '[]') from products_ingredients g where g.product_id = p.id),
    'categories', (
      with recursive upwards (id, parent_id) as (
        select c.id, c.parent_id from taxonomy_categories c
        where c.id = p.primary_category_id
          or c.id in (select filed.category_id from products_categories filed where filed.product_id = p.id)
        union
        select c.id, c.parent_id from taxonomy_categories c join upwards on c.id = upwards.parent_id
      )
      select coalesce(jsonb_agg(upwards.id), '[]') from upwards)))
  from products_variants pv join products p on p.id = pv.product_id where pv.id = any(${hidden('uuid[]')}::uuid[])`;

/** Whether a user (`?`) is in a group that a discount is limited to; true where it names none. @param d its alias */
export const inGroupSql = (d: string) => `(${d}.customer_group_ids = '{}' or exists (
  select from customer_groups_members m join customer_groups g on g.id = m.group_id and g.deleted_at is null
  where m.user_id = ${hidden('uuid')} and m.group_id = any(${d}.customer_group_ids)))`;

/**
 * The orders of a buyer, by what they count for: those that are the buyer's own, and all that the limits of one customer
 * count together. Bound by `historyBindings`.
 */
export const historySql = `
  select count(*) filter (where o.confirmed_at is not null and o.status <> 'cancelled' and (o.user_id = ?::uuid or o.email = ?::text))::integer as confirmed_orders,
    count(*) filter (where o.confirmed_at is not null and o.status <> 'cancelled' or o.status = 'pending_payment')::integer as earlier_orders
  from orders o where (o.user_id = ?::uuid or ${limitAddressSql('o.email')} = ?::text)`;

/** The bindings of `historySql`: the orders of a guest are known by the address alone, those of an account by the account. */
export function historyBindings({ userId, guest, email }: CouponBuyer): (string | null)[] {
  const address = email?.trim().toLowerCase() ?? null;
  const [ownUser, ownAddress] = guest ? [null, address] : [userId, null];
  return [ownUser, ownAddress, ownUser, address === null ? null : limitAddress(address)];
}

/** The automatic offers of an instant (bound twice), behind the coupons of the cart, which are `?`. */
const offersSql = `
  select o.id as discount_id, '' as code, row_number() over (order by o.id) + cardinality(${hidden('uuid[]')}) as place
  from discounts o
  where o.offer is not null and o.is_active and o.archived_at is null and o.deleted_at is null
    and (o.starts_at is null or o.starts_at <= ?::timestamptz) and (o.ends_at is null or o.ends_at > ?::timestamptz)
    and o.id <> all (${hidden('uuid[]')}::uuid[])`;

/**
 * The coupons of a cart in their order, with what they are evaluated by, in one statement; where there are automatic offers,
 * those that run at the moment too. The purchase history is counted only where one asks for it.
 */
export async function readCouponDetails(
  reader: Reader,
  cart: {
    couponIds: readonly string[];
    couponCodes: Readonly<Record<string, string>>;
    variantIds: readonly string[];
    /** The instant whose automatic offers are read; missing where there are none. */
    offersAt?: Date;
  },
  buyer: CouponBuyer,
): Promise<CouponDetailsOfCart> {
  const { couponIds, offersAt: at } = cart;
  const codes = couponIds.map((id) => cart.couponCodes[id] ?? '');
  const entered = `unnest(${hidden('uuid[]')}, ${hidden('text[]')}) with ordinality as wanted (discount_id, code, place)`;
  const wanted = at ? `(select * from ${entered} union all ${offersSql}) as wanted` : entered;
  const asksHistory = at
    ? `asked.offer is not null and asked.is_active and asked.archived_at is null and asked.deleted_at is null or`
    : '';
  const { rows } = await reader.raw<{ rows: BaseRow[] }>(
    `select d.*, ${inGroupSql('d')} as in_group,
       coalesce(total.uses, 0) as uses, coalesce(own.uses, 0) as uses_by_customer,
       entered.code as entered_code, entered.order_id is not null or entered.code is null and wanted.code <> '' or coalesce(entered.expires_at <= now(), false) as code_taken,
       history.confirmed_orders, history.earlier_orders,
       case when coalesce(wanted.place, 1) = 1 then (${targetsSql}) end as targets
     from (select 1) as one
     left join ${wanted} on true
     left join discounts d on d.id = wanted.discount_id
     left join discounts_codes entered on entered.code = wanted.code and entered.discount_id = d.id
     left join discounts_uses total on total.discount_id = d.id and total.customer_key = ''
     left join discounts_uses own on own.discount_id = d.id and own.customer_key = ${hidden('text')}
     cross join (${historySql}
       and exists (select from discounts asked where (${asksHistory} asked.id = any(${hidden('uuid[]')}::uuid[])) and asked.purchase_history_mode <> 'DISABLED')
     ) as history
     order by wanted.place`,
    [
      buyer.userId,
      cart.variantIds,
      couponIds,
      codes,
      ...(at ? [couponIds, at, at, couponIds] : []),
      customerKeyOf(buyer),
      ...historyBindings(buyer),
      couponIds,
    ] as string[],
  );
  const coupons = rows.flatMap(({ targets: _t, confirmedOrders: _c, earlierOrders: _p, ...row }) =>
    row.id ? [couponOf(row as Row)] : [],
  );
  const [first] = rows;
  return {
    coupons,
    targets: new Map(Object.entries(first?.targets ?? {})),
    confirmedOrders: first?.confirmedOrders ?? 0,
    earlierOrders: first?.earlierOrders ?? 0,
  };
}

function couponOf({
  uses,
  usesByCustomer,
  enteredCode,
  codeTaken = false,
  inGroup,
  ...discount
}: Row): CouponDetails {
  const code = enteredCode ?? discount.code;
  return { discount: { ...discount, code }, uses, usesByCustomer, codeTaken, inGroup };
}

export interface SuggestibleCart {
  /** Before discounts, in subunits. */
  merchandise: number;
  /** What the buyer still pays for shipping, in subunits. */
  shipping: number;
  platform: OrderPlatform;
  now: Date;
  couponIds: readonly string[];
}

/** No discount saves more of a cart than this, in subunits. */
const savingBound = `least(case d.discount_type when 'FIXED' then d.value
    else least((cart.merchandise * d.value + 50) / 100, d.max_discount_amount) end, cart.merchandise)
  + case when d.free_shipping then cart.shipping else 0 end`;

/** How often a discount, `d`, was used by a customer; by all under the empty key. */
const usesOf = (customerKey: string) =>
  `coalesce((select u.uses from discounts_uses u where u.discount_id = d.id and u.customer_key = ${customerKey}), 0)`;

/**
 * Discounts that may be suggested to a cart: those that are shown on carts, run at the moment on the platform, and have
 * uses left for the buyer. Whether they really apply says the evaluation. Those that may save most come first.
 * Of a thousand that are shown twenty are read whole, and uses are counted only where they are limited.
 * @param limit rows to read; all when undefined
 */
export async function readSuggestions(
  reader: Reader,
  cart: SuggestibleCart,
  buyer: CouponBuyer,
  limit?: number,
): Promise<CouponDetailsOfSuggestions> {
  type Suggestion = Row & Pick<BaseRow, 'confirmedOrders' | 'earlierOrders'> & { savingBound: number };
  const { rows } = await reader.raw<{ rows: Suggestion[] }>(
    `with cart as (select ?::timestamptz as at, ?::bigint as merchandise, ?::bigint as shipping, ?::text as customer_key),
     best as materialized (
       select d.id, ${savingBound} as saving_bound
       from cart join discounts d on d.offer is null and d.show_on_cart and d.is_active and d.archived_at is null and d.deleted_at is null
       where (d.starts_at is null or d.starts_at <= cart.at) and (d.ends_at is null or d.ends_at > cart.at)
         and d.platform in ('BOTH', ?) and d.id <> all (?::uuid[])
         and (d.min_order_amount is null or d.min_order_amount <= cart.merchandise)
         and (d.max_order_amount is null or d.max_order_amount >= cart.merchandise)
         and (d.total_usage_limit is null or ${usesOf(`''`)} < d.total_usage_limit)
         and (d.usage_limit_per_customer is null or ${usesOf('cart.customer_key')} < d.usage_limit_per_customer)
         and ${inGroupSql('d')}
       order by saving_bound desc, d.id limit ?::integer
     )
     select d.*, true as in_group, ${usesOf(`''`)} as uses, ${usesOf('cart.customer_key')} as uses_by_customer,
       history.confirmed_orders, history.earlier_orders, best.saving_bound
     from best join discounts d on d.id = best.id cross join cart cross join (${historySql}) as history
     order by best.saving_bound desc, d.id`,
    [
      cart.now,
      cart.merchandise,
      cart.shipping,
      customerKeyOf(buyer),
      cart.platform,
      cart.couponIds,
      buyer.userId,
      limit ?? null,
      ...historyBindings(buyer),
    ] as string[],
  );
  const [first] = rows;
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    coupons: rows.map(({ confirmedOrders: _c, earlierOrders: _p, savingBound: _b, ...row }) => couponOf(row)),
    unreadSaving: last?.savingBound ?? null,
    confirmedOrders: first?.confirmedOrders ?? 0,
    earlierOrders: first?.earlierOrders ?? 0,
  };
}

export interface CouponDetailsOfSuggestions extends Omit<CouponDetailsOfCart, 'targets'> {
  /** No discount that was not read saves more than this, in subunits; null when all were read. */
  unreadSaving: number | null;
}
