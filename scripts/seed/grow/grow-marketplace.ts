import { directUrl } from '#db/kernel/pooler.js';
import pg from 'pg';
import { productsEvents } from '#domain/products/products.events.js';
import { subscriptions } from '#events/subscriptions.js';
import type { Container } from '#runtime/container.js';
import { createCalendar } from '../calendar.js';
import type { DemoPlan } from '../plan-demo-data.js';
import { cloneOrders, cloneReviews } from './clone-orders.js';
import { type Batch, cloneProducts, recordProducts } from './clone-products.js';
import { type CloneSession, openCloneSession } from './clone-sql.js';
import { cloneVendors, copiesOfVendors } from './clone-vendors.js';
import { refuseSize, type Size } from './size.js';

/** Copies that one transaction makes: some ten thousand orders, seconds of work. */
const COPIES_AT_ONCE = 20;

/** What copies are made of: the past of those who have been there for long. */
const originals = `
  create temp table demo_products on commit preserve rows as
    select id, row_number() over (order by id) as place from products where id = any($1::uuid[])`;
const originalOrders = `
  create temp table demo_orders on commit preserve rows as
    select id, user_id, row_number() over (order by placed_at, id) as place from orders
    where id = any($1::uuid[])`;

/**
 * Grows a marketplace that holds the demo data to so many products and orders, by copying them inside the database:
 * nothing passes through this process. A copy commits with its batch, and a repeat goes on where the last one stopped.
 * @throws Error for a size that cannot be, or another one than was begun with
 */
export async function growMarketplace(
  { config, clock }: Pick<Container, 'config' | 'clock'>,
  plan: DemoPlan,
  size: Partial<Size>,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl(config), application_name: 'haat-seed' });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('demo-data', 0))`);
    const session = await openCloneSession(client, createCalendar(clock.now()).daysAgo(500, 0));
    const newest = new Set(plan.newest.products.map(({ written }) => written.product.id));
    const products = plan.products.map(({ written }) => written.product.id).filter((id) => !newest.has(id));
    // As they were planned: what waits for its payment is given up one day, and a repeat has to find the same ones.
    const orders = plan.orders.map(({ written }) => written.order);
    const past = orders
      .filter(({ id, status }) => id !== plan.newest.order.written.order.id && status !== 'pending_payment')
      .map(({ id }) => id);
    await session.run(originals, [products]);
    await session.run('create index on demo_products (id)');
    await session.run(originalOrders, [past]);
    await session.run('create index on demo_orders (id)');
    await session.run('analyze demo_products');
    await session.run('analyze demo_orders');
    const { count } = await session.row<{ count: number }>(
      'select count(*)::integer as count from demo_orders',
    );
    const shape = {
      products: products.length,
      orders: count,
      allProducts: plan.products.length,
      allOrders: orders.length,
    };
    await grow(session, refuseSize(size, shape), shape, say);
  } finally {
    await client.end();
  }
}

/** How many rows the demo data has: that copies are made of, and in all. */
export interface Shape {
  products: number;
  orders: number;
  allProducts: number;
  allOrders: number;
}

async function grow(
  session: CloneSession,
  { products, orders }: Size,
  shape: Shape,
  say: (line: string) => void,
): Promise<void> {
  const moreProducts = products - shape.allProducts;
  const moreOrders = orders - shape.allOrders;
  // Orders are of whole copies of the catalog only.
  const lots = Math.floor(moreProducts / shape.products);
  const stockFactor = Math.max(1, Math.ceil(moreOrders / shape.orders / Math.max(lots, 1)));
  const created = {
    type: productsEvents.created.type,
    subscriptions: subscriptions
      .filter(({ events }) => events.includes(productsEvents.created.type))
      .map(({ name }) => name),
  };
  await requireSameStock(session, stockFactor);
  const catalogs = Math.ceil(moreProducts / shape.products);
  await session.transaction(() => cloneVendors(session, copiesOfVendors(catalogs)));
  for (const batch of batches(moreProducts, shape.products)) {
    if (await isThere(session, 'products', 'demo_products', batch)) continue;
    await session.transaction(async () => {
      await cloneProducts(session, batch, stockFactor);
      await recordProducts(session, batch, created);
    });
    say(`${Math.min(batch.to * shape.products, moreProducts)} of ${moreProducts} further products`);
  }
  if (moreProducts > 0) await session.run('analyze');
  for (const batch of batches(moreOrders, shape.orders)) {
    if (await isThere(session, 'orders', 'demo_orders', batch)) continue;
    await session.transaction(async () => {
      await cloneOrders(session, batch, lots);
      await cloneReviews(session, batch, lots);
    });
    say(`${Math.min(batch.to * shape.orders, moreOrders)} of ${moreOrders} further orders`);
  }
  if (moreProducts > 0 || moreOrders > 0) await session.run('vacuum (analyze)');
}

function* batches(rows: number, perCopy: number): Generator<Batch> {
  const copies = Math.ceil(rows / perCopy);
  for (let from = 1; from <= copies; from += COPIES_AT_ONCE) {
    const to = Math.min(from + COPIES_AT_ONCE - 1, copies);
    yield { from, to, lastCount: to === copies ? rows - (copies - 1) * perCopy : perCopy };
  }
}

/** A batch is there as a whole or not at all. */
async function isThere(session: CloneSession, table: string, demo: string, { from, to, lastCount }: Batch) {
  const count = async (copy: number, place: number) => {
    const sql = `select exists (select from ${table} where id = (
      select pg_temp.clone_id(id, $1::integer) from ${demo} where place = $2)) as there`;
    return (await session.row<{ there: boolean }>(sql, [copy, place])).there;
  };
  if (!(await count(from, 1))) return false;
  if (await count(to, lastCount)) return true;
  throw new Error('This marketplace was grown to another size: begin with an empty database');
}

/** Stock was opened for a number of orders; for another number it would not do. */
async function requireSameStock(session: CloneSession, stockFactor: number): Promise<void> {
  const { other } = await session.row<{ other: boolean }>(
    `select exists (
       select from (
         select variant_id, on_hand_delta from inventory_movements m join products_variants v on v.id = m.variant_id
         join demo_products d on d.id = v.product_id
         where m.reference_id is null order by m.id limit 1
       ) first
       join inventory_movements copy on copy.variant_id = pg_temp.clone_id(first.variant_id, 1)
         and copy.reference_id is null
       where copy.on_hand_delta <> first.on_hand_delta * $1::integer
     ) as other`,
    [stockFactor],
  );
  if (other)
    throw new Error('This marketplace was grown for another number of orders: begin with an empty database');
}
