import { TEXT_ORDER } from '#db/kernel/text-order.js';
import { nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { prefixPattern } from '#db/kernel/list-filter.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { ordersByHandle } from '#db/orders/order-handles.query.js';

/** Of each kind. */
export const QUICK_LIMIT = 5;

const quickItemColumns = { id: uuid, title: text, detail: nullable(text) };
export type QuickItem = RowOf<typeof quickItemColumns>;

const order = `o.id, o.order_number as title, o.status || ', ' || o.customer_name as detail`;

/**
 * Orders by the beginning of their number, by AWB, invoice serial or exact e-mail address. Numbers have A to Z, 0 to 9 and
 * hyphens, so that `Z` ends the range of those that begin alike.
 */
async function orders(reader: Reader, text: string): Promise<QuickItem[]> {
  const byHandle = await ordersByHandle(reader, text);
  return query(reader, quickItemColumns)(
    `select id, title, detail from (
       (select ${order}, o.placed_at from orders o where o.id = any(?::uuid[]))
       union
       (select ${order}, o.placed_at from orders o where o.email = lower(?) order by o.placed_at desc limit ${QUICK_LIMIT})
       union
       (select ${order}, o.placed_at from orders o where o.order_number between upper(?) and upper(?) || repeat('Z', 32) and o.order_number ilike ?
        order by o.order_number limit ${QUICK_LIMIT})
     ) as found order by placed_at desc limit ${QUICK_LIMIT}`,
    [byHandle, text, text, text, prefixPattern(text)],
  );
}

const select = async (reader: Reader, sql: string, bindings: string[]): Promise<QuickItem[]> =>
  await query(reader, quickItemColumns)(`${sql} limit ${QUICK_LIMIT}`, bindings);

/** By kind: what a text may name. Each takes a few index look-ups. */
export const quickSearches = {
  orders,
  vendors: (reader: Reader, text: string) =>
    select(
      reader,
      `select v.id, v.display_name as title, v.status as detail from vendors v
       where v.deleted_at is null and (v.display_name ilike ? or v.slug ilike ?) order by v.display_name`,
      [prefixPattern(text), prefixPattern(text)],
    ),
  products: (reader: Reader, text: string) =>
    select(
      reader,
      `select p.id, p.title, v.display_name as detail from products p join vendors v on v.id = p.vendor_id
       where p.deleted_at is null and p.title ilike ? order by p.title ${TEXT_ORDER}`,
      [prefixPattern(text)],
    ),
  customers: (reader: Reader, text: string) =>
    select(
      reader,
      `select u.id, u.email as title, u.name as detail from accounts_users u
       where not u.is_anonymous and (u.email ilike ? or u.name ilike ?) order by u.email`,
      [prefixPattern(text), prefixPattern(text)],
    ),
} as const;

export type QuickKind = keyof typeof quickSearches;
