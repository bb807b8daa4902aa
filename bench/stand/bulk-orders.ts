import pg from 'pg';
import { recountOrdersSql } from '#db/orders/order-counts.repository.js';

export interface BulkOrders {
  /** Number of orders, numbered from 1: the highest number is the newest. */
  orders: number;
  /** Orders of one day. */
  perDay: number;
  /** The newest order is placed a moment before this instant. */
  until: Date;
}

/** Orders of one statement. */
const BATCH = 50_000;

/** Ids are made of the number of the order, so that rows of one order find each other without a join. */
const id = (kind: number) =>
  `('00000000-0000-7${String(kind).padStart(3, '0')}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const price = '(1000 + (n * 37) % 90000)::bigint';
const quantity = '(1 + n % 3)';
const total = `(${price} * ${quantity})`;
const tax = `(${total} / 10)`;
const grandTotal = `(${total} + ${tax} + 4900)`;
const confirmed = '(n % 20 <> 0)';
const refund = `(n % 25 = 0 and ${confirmed})`;
const sale = `(n % 5 = 0 and ${confirmed})`;
const email = `'buyer-' || n * 7919 % ($3::bigint / 5 + 1) || '@example.com'`;
const buyer = `('00000000-0000-7009-8000-' || lpad(to_hex(n * 7919 % ($3::bigint / 5 + 1)), 12, '0'))::uuid`;
const placedAt = '$4::timestamptz - make_interval(secs => ($3::bigint - n + 1) * $5::double precision)';
const confirmedAt = `case when ${confirmed} then ${placedAt} end`;
const delivered = `(${confirmed} and ${placedAt} < $4::timestamptz - interval '5 days')`;
const subOrderStatus = `case when not ${confirmed} then 'cancelled' when ${delivered} then 'delivered' else 'pending' end`;
const from = `from generate_series($1::bigint, $2::bigint) as n
  cross join (select array_agg(v.id order by v.id) as variants, array_agg(v.product_id order by v.id) as products,
    array_agg(v.vendor_id order by v.id) as vendors from products_variants v where v.deleted_at is null) as sold`;
const pick = (list: string) => `sold.${list}[(1 + n % cardinality(sold.${list}))::integer]`;

/** One row each: an order has one sub-order with one line; some have a payment with a refund, some a posting. */
const statements = [
  `insert into orders (id, order_number, user_id, cart_id, guest, email, customer_name, status, payment_status,
     payment_provider_id, payment_method, currency, subtotal, shipping_total, tax_total, grand_total, refunded_total,
     prices_include_tax, shipping_address, billing_address, placed_at, confirmed_at, paid_at)
   select ${id(0)}, 'B-' || n, ${buyer}, ${id(1)}, n % 10 = 0, ${email}, 'Asha Rao',
     case when not ${confirmed} then 'cancelled' when ${delivered} then 'delivered' else 'confirmed' end,
     case when not ${confirmed} then 'failed' when ${refund} then 'partially_refunded' else 'paid' end,
     'sandbox', 'sandbox', 'INR', ${total}, 4900, ${tax}, ${grandTotal},
     case when ${refund} then ${total} / 2 else 0 end, false, '{"stateCode":"27","country":"IN"}', '{}', ${placedAt},
     ${confirmedAt}, ${confirmedAt} ${from}`,
  `insert into orders_sub_orders (id, order_id, vendor_id, status, vendor_name, subtotal, shipping_total, tax_total, total,
     commission_bps, commission_total, placed_at, confirmed_at, fulfilled_at, delivered_at)
   select ${id(2)}, ${id(0)}, ${pick('vendors')}, ${subOrderStatus}, 'Vendor', ${total}, 4900, ${tax}, ${grandTotal}, 1000,
     ${total} / 10, ${placedAt}, ${confirmedAt}, case when ${delivered} then ${placedAt} + interval '1 day' end,
     case when ${delivered} then ${placedAt} + interval '4 days' end ${from}`,
  `insert into orders_lines (id, order_id, sub_order_id, vendor_id, product_id, variant_id, position, title, sku,
     quantity, original_price, unit_price, line_subtotal, tax_total, total)
   select ${id(3)}, ${id(0)}, ${id(2)}, ${pick('vendors')}, ${pick('products')}, ${pick('variants')}, 0,
     'Brass diya lamp', 'SKU-' || n % 1000, ${quantity}, ${price}, ${price}, ${total}, ${tax}, ${total} ${from}`,
  `insert into payments (id, order_id, provider_id, method, amount, currency, status)
   select ${id(4)}, ${id(0)}, 'sandbox', 'sandbox', ${grandTotal}, 'INR', 'captured' ${from} where ${refund}`,
  `insert into payments_refunds (id, payment_id, order_id, sub_order_id, amount, reason, status, actor, processed_at)
   select ${id(5)}, ${id(4)}, ${id(0)}, ${id(2)}, ${total} / 2, 'Bulk', 'processed', '{}',
     least(${placedAt} + interval '3 days', $4::timestamptz) ${from} where ${refund}`,
  `insert into ledger_transactions (id, kind, source_id, vendor_id, order_id, sub_order_id, gross, commission, net,
     actor, posted_at)
   select ${id(6)}, 'sale', ${id(2)}, ${pick('vendors')}, ${id(0)}, ${id(2)}, ${grandTotal}, ${total} / 10,
     ${grandTotal} - ${total} / 10, '{}', ${placedAt} ${from} where ${sale}`,
];

/**
 * Writes orders in bulk, for benchmarks and long tests, with triggers off: the caller has the rollups rebuilt. The
 * trigram index of the order search is dropped first, because filling it takes longer than everything else.
 * @param url connection string of a superuser
 */
export async function writeBulkOrders(url: string, { orders, perDay, until }: BulkOrders): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set session_replication_role = replica');
    await client.query('set synchronous_commit = off; drop index if exists orders_search');
    for (let first = 1; first <= orders; first += BATCH) {
      const last = Math.min(first + BATCH - 1, orders);
      for (const sql of statements)
        await client.query(sql, bindingsOf(sql, [first, last, orders, until, 86_400 / perDay]));
    }
    await client.query('update analytics_state set rebuild = true');
    await client.query(recountOrdersSql);
    for (const table of [
      'orders',
      'orders_sub_orders',
      'orders_lines',
      'payments',
      'payments_refunds',
      'ledger_transactions',
    ])
      await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}

/** Postgres refuses bindings that a statement does not name; those that are named last are named first as well. */
function bindingsOf(sql: string, all: unknown[]): unknown[] {
  const most = Math.max(...[...sql.matchAll(/\$(\d)/g)].map(([, place]) => Number(place)));
  return all.slice(0, most);
}
