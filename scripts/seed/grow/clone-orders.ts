import type { Batch } from './clone-products.js';
import type { CloneSession } from './clone-sql.js';
import { vendorOf } from './clone-vendors.js';

/** Everything of a copy happened the same time before its original: less than a day, and another one for each copy. */
const shift = `make_interval(secs => (k * 7919) % 86400)`;

const earlier = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `t.${name} - ${shift}`]));

/** `$4` copies of the catalog are bought from in turn. */
const lot = '1 + (k - 1) % $4::integer';
const vendor_id = vendorOf('t.vendor_id', lot);

const of = (order: string) => `join demo_orders d on d.id = ${order}
  cross join generate_series($1::integer, $2::integer) as copies(k)
  where (k < $2 or d.place <= $3)`;

/** What a buyer did was done by the buyer's copy. */
const actor = `case when t.actor ->> 'id' = d.user_id::text
  then jsonb_set(t.actor, '{id}', to_jsonb(pg_temp.clone_id(d.user_id, k))) else t.actor end`;

const email = (column: string) => `replace(${column}, '@', '+' || k || '@')`;

/** Copies the buyers, each with its own orders. Nobody can sign in as one. */
async function cloneBuyers(session: CloneSession, { from, to }: Batch): Promise<void> {
  const buyers = `join (select distinct user_id from demo_orders) d on d.user_id = t.id
    cross join generate_series($1::integer, $2::integer) as copies(k)`;
  const statement = await session.cloneStatement('accounts_users', buyers, {
    id: 'pg_temp.clone_id(t.id, k)',
    email: email('t.email'),
    created_at: `t.created_at - ${shift}`,
    updated_at: `t.updated_at - ${shift}`,
  });
  await session.run(statement, [from, to]);
}

/** Copies past orders with everything that belongs to them, and moves the stock that they moved. */
export async function cloneOrders(
  session: CloneSession,
  { from, to, lastCount }: Batch,
  lots: number,
): Promise<void> {
  const batch = [from, to, lastCount];
  const run = async (table: string, order: string, changed: Record<string, string>) => {
    const statement = await session.cloneStatement(table, of(order), changed);
    await session.run(statement, statement.includes('$4') ? [...batch, lots] : batch);
  };
  const id = 'pg_temp.clone_id(t.id, k)';
  const order = { id, order_id: 'pg_temp.clone_id(t.order_id, k)' };

  await cloneBuyers(session, { from, to, lastCount });
  await run('orders', 't.id', {
    id,
    order_number: 'pg_temp.clone_order_number(k::bigint * 100000 + d.place)',
    user_id: 'pg_temp.clone_id(t.user_id, k)',
    cart_id: 'pg_temp.clone_id(t.cart_id, k)',
    email: email('t.email'),
    reservation_id: 'pg_temp.clone_id(t.reservation_id, k)',
    ...earlier(
      'expires_at',
      'placed_at',
      'confirmed_at',
      'paid_at',
      'cancelled_at',
      'created_at',
      'updated_at',
    ),
  });
  await run('orders_sub_orders', 't.order_id', {
    ...order,
    vendor_id,
    ...earlier(
      'placed_at',
      'confirmed_at',
      'fulfilled_at',
      'delivered_at',
      'cancelled_at',
      'created_at',
      'updated_at',
    ),
  });
  await run('orders_lines', 't.order_id', {
    ...order,
    sub_order_id: 'pg_temp.clone_id(t.sub_order_id, k)',
    vendor_id,
    product_id: `pg_temp.clone_id(t.product_id, ${lot})`,
    variant_id: `pg_temp.clone_id(t.variant_id, ${lot})`,
    title: `t.title || ', lot ' || ${lot}`,
    sku: `t.sku || '-' || ${lot}`,
  });
  await run('orders_discounts', 't.order_id', { order_id: order.order_id });
  const redemptions = await session.cloneStatement('discounts_redemptions', of('t.order_id'), {
    ...order,
    customer_key: email('t.customer_key'),
    ...earlier('redeemed_at', 'released_at'),
  });
  // A coupon that was used up stays so: its limit grows with the uses of the copies.
  await session.run(
    `with redeemed as (${redemptions} returning discount_id, customer_key, state),
     counted as (select discount_id, customer_key, count(*) filter (where state = 'held') as uses
       from redeemed group by 1, 2),
     own as (insert into discounts_uses (discount_id, customer_key, uses) select * from counted),
     totals as (
       update discounts_uses u set uses = u.uses + sums.uses
       from (select discount_id, sum(uses) as uses from counted group by 1) as sums
       where u.discount_id = sums.discount_id and u.customer_key = '' returning u.discount_id, u.uses)
     update discounts d set total_usage_limit = totals.uses from totals
     where d.id = totals.discount_id and d.total_usage_limit < totals.uses`,
    batch,
  );
  await run('orders_timeline', 't.order_id', {
    ...order,
    sub_order_id: 'pg_temp.clone_id(t.sub_order_id, k)',
    actor,
    ...earlier('created_at'),
  });
  await run('payments', 't.order_id', {
    ...order,
    provider_order_id: `t.provider_order_id || to_hex(k)`,
    provider_payment_id: `t.provider_payment_id || to_hex(k)`,
    ...earlier('captured_at', 'created_at', 'updated_at'),
  });
  await run('payments_refunds', 't.order_id', {
    ...order,
    payment_id: 'pg_temp.clone_id(t.payment_id, k)',
    sub_order_id: 'pg_temp.clone_id(t.sub_order_id, k)',
    provider_refund_id: `t.provider_refund_id || to_hex(k)`,
    actor,
    ...earlier('processed_at', 'created_at', 'updated_at'),
  });
  const movements = await session.cloneStatement('inventory_movements', of('t.reference_id'), {
    id: `pg_temp.clone_id_at(t.id, k, t.created_at - ${shift})`,
    variant_id: `pg_temp.clone_id(t.variant_id, ${lot})`,
    vendor_id,
    reference_id: 'pg_temp.clone_id(t.reference_id, k)',
    actor,
    ...earlier('created_at'),
  });
  await session.run(
    `with moved as (${movements} returning variant_id, on_hand_delta, reserved_delta, created_at)
     update inventory_levels l set on_hand = l.on_hand + sums.on_hand, reserved = l.reserved + sums.reserved,
       updated_at = greatest(l.updated_at, sums.latest)
     from (select variant_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved, max(created_at) as latest
           from moved group by variant_id) as sums
     where sums.variant_id = l.variant_id`,
    [...batch, lots],
  );
}

/**
 * Copies the reviews of copied orders: the copy of the buyer reviews the copy of the product, once one of the copied
 * orders has delivered it.
 */
export async function cloneReviews(
  session: CloneSession,
  { from, to, lastCount }: Batch,
  lots: number,
): Promise<void> {
  const reviews = await session.cloneStatement(
    'reviews',
    `join (
       select o.user_id, line.product_id, min(d.place) as place
       from demo_orders d join orders o on o.id = d.id join orders_sub_orders sub_order on sub_order.order_id = o.id
       join orders_lines line on line.sub_order_id = sub_order.id
       where sub_order.status = 'delivered' group by o.user_id, line.product_id
     ) bought on bought.user_id = t.user_id and bought.product_id = t.product_id
     cross join generate_series($1::integer, $2::integer) as copies(k)
     where (k < $2 or bought.place <= $3)`,
    {
      id: 'pg_temp.clone_id(t.id, k)',
      product_id: `pg_temp.clone_id(t.product_id, ${lot})`,
      user_id: 'pg_temp.clone_id(t.user_id, k)',
    },
  );
  await session.run(
    `with added as (${reviews} returning product_id, rating, status)
     update products p set rating_count = rating_count + sums.count, rating_sum = rating_sum + sums.sum
     from (select product_id, count(*)::integer as count, sum(rating)::integer as sum from added
           where status = 'approved' group by product_id) as sums
     where sums.product_id = p.id`,
    [from, to, lastCount, lots],
  );
}
