import { instant, nullable, type RowOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { inStockSql } from '#db/inventory/in-stock-sql.js';
import { variantTitleSql } from '#db/products/variant-title-sql.js';
import {
  inactiveSql,
  notSubscribedSql,
  overLimitSql,
  type SkippingTopic,
  type Sql,
} from '#db/campaigns/skipped-sql.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { offeredSql, seenBySql, vendorSellsSql } from '#db/products/offered-sql.js';
import { currentPriceSql } from '#db/products/price-sql.js';
import {
  type DueCart,
  dueCartColumns,
  type ReminderItem,
  reminderItemColumns,
} from '#domain/abandoned-carts/reminded-cart.js';
import type { SkipRules } from '#domain/campaigns/campaign-topic.js';

/**
 * Holds carts until the transaction ends: an order that is being placed is waited for, and one that begins waits. In the
 * order in which carts are locked that are merged.
 */
export async function holdCarts(tx: Tx, cartIds: readonly string[]): Promise<void> {
  await tx.raw('select id from carts where id = any(?::uuid[]) order by id for share', [[...cartIds]]);
}

/** Items of carts, `i`, that their buyer, `c.user_id`, can buy at `now.at`. */
const BUYABLE = `carts_items i join products_variants pv on pv.id = i.variant_id join products p on p.id = pv.product_id
  join vendors v on v.id = pv.vendor_id join inventory_levels l on l.variant_id = pv.id`;
const IS_BUYABLE = `${offeredSql({ product: 'p', variant: 'pv' }, 'now.at', seenBySql('p', 'c.user_id'))} and ${vendorSellsSql('v')}
  and ${inStockSql('l')}`;

/** Judges claimed carts, as they are once they are held. */
export async function readDueCarts(
  tx: Tx,
  cartIds: readonly string[],
  { now, topic, rules }: { now: Date; topic: SkippingTopic; rules: SkipRules },
): Promise<DueCart[]> {
  const unsubscribed = notSubscribedSql(topic, 'lower(person.email)');
  const skips: { when: Sql; reason: string }[] = [
    ...(rules.inactiveSince ? [{ when: inactiveSql(rules.inactiveSince, 'u'), reason: 'inactive' }] : []),
    ...(rules.weeklyLimit > 0 ? [{ when: overLimitSql(rules, 'c.user_id'), reason: 'weekly_limit' }] : []),
  ];
  return query(tx, dueCartColumns)(
    `select w.cart_id, w.series_id, w.step, c.user_id, person.email, u.locale, c.updated_at as changed_at,
       case when u.is_anonymous then '' else u.name end as name,
       case
         when c.status <> 'open' then c.status
         when not exists (select from carts_items i where i.cart_id = c.id) then 'emptied'
         when person.email is null then 'no_address'
         when s.id is not null and s.address is distinct from lower(person.email) then 'other_address'
         when exists (select from orders o where o.user_id = c.user_id and o.placed_at >= w.changed_at and o.status <> 'cancelled')
           then 'ordered'
         when exists (select from abandoned_carts_restores r join carts rc on rc.id = r.cart_id
           where r.series_id = w.series_id and rc.status = 'ordered') then 'ordered'
         when exists (select from mail_suppressions m where m.address = lower(person.email)) or ${unsubscribed.sql}
           then 'unsubscribed'
       end as ends,
       case
         ${skips.map(({ when, reason }) => `when ${when.sql} then '${reason}'`).join(' ')}
         when not exists (select from ${BUYABLE} where i.cart_id = c.id and ${IS_BUYABLE}) then 'unavailable'
       end as skips
     from (select ?::timestamptz as at) as now
     cross join unnest(?::uuid[]) as claimed (id)
     join abandoned_carts_waiting w on w.cart_id = claimed.id
     join carts c on c.id = w.cart_id
     join accounts_users u on u.id = c.user_id
     left join abandoned_carts_series s on s.id = w.series_id
     cross join lateral (
       select case
         when u.banned_at is not null then null
         when not u.is_anonymous then case when u.email_verified then u.email end
         when c.confirmed_email = c.email then c.email
       end as email
     ) as person
     order by c.updated_at desc, c.id`,
    [...unsubscribed.bindings, ...skips.flatMap(({ when }) => when.bindings), now, [...cartIds]],
  );
}

/** What reminders show of carts: the first `shown` items that can be bought, and how many there are. */
export async function readReminderItems(
  tx: Tx,
  cartIds: readonly string[],
  { now, shown }: { now: Date; shown: number },
): Promise<ReminderItem[]> {
  return query(tx, reminderItemColumns)(
    `select cart_id, title, variant_title, quantity, unit_price::float8, image, item_count::integer
     from (
       select i.cart_id, i.quantity, p.title, coalesce(pv.thumbnail, p.thumbnail, p.images[1]) as image,
         ${variantTitleSql('pv')} as variant_title,
         ${currentPriceSql('pv', 'now.at')} as unit_price,
         row_number() over (partition by i.cart_id order by i.id) as place, count(*) over (partition by i.cart_id) as item_count
       from (select ?::timestamptz as at) as now cross join carts c join ${BUYABLE} on i.cart_id = c.id
       where c.id = any(?::uuid[]) and ${IS_BUYABLE}
     ) as items
     where place <= ? order by cart_id, place`,
    [now, [...cartIds], shown],
  );
}

/** A discount whose codes reminders give. */
const reminderDiscountColumns = { id: uuid, endsAt: nullable(instant) };
export type ReminderDiscount = RowOf<typeof reminderDiscountColumns>;

/** Of these discounts the coupons that apply at an instant; the others give no code. */
export async function readReminderDiscounts(
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, ReminderDiscount>> {
  if (ids.length === 0) return new Map();
  const rows = await query(tx, reminderDiscountColumns)(
    `select id, ends_at from discounts
     where id = any(?::uuid[]) and is_active and offer is null and archived_at is null and deleted_at is null
       and (starts_at is null or starts_at <= ?) and (ends_at is null or ends_at > ?)`,
    [[...ids], now, now],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
