import type { CloneSession } from './clone-sql.js';
import { vendorOf } from './clone-vendors.js';

/** Which copies of the catalog a batch makes: whole ones, the last one perhaps in part. */
export interface Batch {
  /** First and last copy, from 1. */
  from: number;
  to: number;
  /** How many rows of the last copy. */
  lastCount: number;
}

/** A day before its original, so that orders that are a little older than theirs do not come before their products. */
const EARLIER = "interval '25 hours'";

const copies = `join demo_products d on d.id = $product
  cross join generate_series($1::integer, $2::integer) as copies(k)
  where (k < $2 or d.place <= $3)`;

const of = (product: string) => copies.replace('$product', product);

/**
 * Copies products with everything that belongs to them. Titles, slugs and SKUs say which lot it is.
 * @param stockFactor what opens the stock of an original opens that of a copy so many times over
 */
export async function cloneProducts(
  session: CloneSession,
  { from, to, lastCount }: Batch,
  stockFactor: number,
): Promise<void> {
  const batch = [from, to, lastCount];
  const run = async (table: string, join: string, changed: Record<string, string>, rest = '') =>
    session.run(`${await session.cloneStatement(table, join, changed)} ${rest}`, batch);
  const id = 'pg_temp.clone_id(t.id, k)';
  const product = 'pg_temp.clone_id(t.product_id, k)';
  const vendor_id = vendorOf('t.vendor_id', 'k');

  await run('products', of('t.id'), {
    id,
    vendor_id,
    title: `t.title || ', lot ' || k`,
    slug: `t.slug || '-lot-' || k`,
    published_at: `t.published_at - ${EARLIER}`,
    created_at: `t.created_at - ${EARLIER}`,
    updated_at: `t.updated_at - ${EARLIER}`,
    // Of its own reviews, which come with its orders.
    rating_count: '0',
    rating_sum: '0',
  });
  await run('products_options', of('t.product_id'), { id, product_id: product });
  await run('products_option_values', `join products_options o on o.id = t.option_id ${of('o.product_id')}`, {
    id,
    option_id: 'pg_temp.clone_id(t.option_id, k)',
  });
  await run('products_variants', of('t.product_id'), {
    id,
    vendor_id,
    product_id: product,
    sku: `t.sku || '-' || k`,
    // Sorted as their originals are: the ids of a copy stand in the same order.
    option_value_ids: `array(select pg_temp.clone_id(v, k) from unnest(t.option_value_ids) with ordinality as u(v, n) order by n)`,
  });
  await run('products_tabs', of('t.product_id'), { id, product_id: product });
  await run('products_attributes', of('t.product_id'), { id, product_id: product });
  for (const table of ['products_categories', 'products_tags', 'products_ingredients'])
    await run(table, of('t.product_id'), { product_id: product });

  const variant = `join products_variants v on v.id = t.variant_id ${of('v.product_id')}`;
  const openings = await session.cloneStatement('inventory_movements', variant, {
    id: `pg_temp.clone_id_at(t.id, k, t.created_at - ${EARLIER})`,
    variant_id: 'pg_temp.clone_id(t.variant_id, k)',
    vendor_id,
    on_hand_delta: `t.on_hand_delta * ${stockFactor}`,
    created_at: `t.created_at - ${EARLIER}`,
  });
  await session.run(`${openings} and t.reference_id is null`, batch);
  await run('inventory_levels', variant, {
    variant_id: 'pg_temp.clone_id(t.variant_id, k)',
    vendor_id,
    reserved: '0',
    on_hand: `coalesce((select sum(m.on_hand_delta) from inventory_movements m where m.variant_id = t.variant_id
      and m.reference_id is null), 0) * ${stockFactor}`,
    updated_at: `v.created_at - ${EARLIER}`,
  });
}

/** The events of new products, as they are once all subscriptions have handled them. */
export async function recordProducts(
  session: CloneSession,
  { from, to, lastCount }: Batch,
  event: { type: string; subscriptions: readonly string[] },
): Promise<void> {
  await session.run(
    `with events as (
       insert into outbox_events (id, type, entity_id, payload, actor, request_id, created_at)
       select pg_temp.clone_id(t.id, k), $4, pg_temp.clone_id(t.id, k),
         jsonb_build_object('productId', pg_temp.clone_id(t.id, k), 'vendorId', ${vendorOf('t.vendor_id', 'k')}),
         '{"type":"system","id":"demo-data"}', 'demo-data', t.created_at - ${EARLIER}
       from products t ${of('t.id')}
       returning id, entity_id, created_at
     )
     insert into outbox_deliveries (event_id, subscription, entity_id, state, attempts, next_attempt_at, delivered_at)
     select events.id, subscription, events.entity_id, 'delivered', 0, events.created_at, events.created_at
     from events cross join unnest($5::text[]) as subscription`,
    [from, to, lastCount, event.type, event.subscriptions],
  );
}
