import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Knex } from '#db/kernel/knex.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { type BasketShop, createBasketShop } from './basket-shop.js';

const ORDERS = 1_000_000;
const PRODUCTS = 2_000;

let kernel: TestKernel;
let shop: BasketShop;

beforeAll(async () => {
  kernel = await startKernel();
  shop = await createBasketShop(kernel.container);
  await writeOrders();
});
afterAll(() => kernel.stop());

/** Order n has the products n and n + 1, counted round, and every tenth order also product 0. */
async function writeOrders(): Promise<void> {
  const { knex } = kernel.container;
  await knex.raw(
    `insert into products (id, vendor_id, title, slug, status)
     select md5('product ' || n)::uuid, ?, 'Product ' || n, 'product-' || n, 'active' from generate_series(0, ?) n`,
    [shop.vendorId, PRODUCTS - 1],
  );
  const batch = 50_000;
  for (let from = 0; from < ORDERS; from += batch) {
    const range = [from, from + batch - 1];
    await knex.transaction(async (tx) => {
      // Triggers and foreign keys are not what is looked at here, and take most of the time of writing.
      await tx.raw(`set local session_replication_role = 'replica'`);
      await tx.raw(`set local statement_timeout = '10min'`);
      await writeBatch(tx, range);
    });
  }
  await knex.raw('analyze');
}

async function writeBatch(knex: Knex, range: number[]): Promise<void> {
  await knex.raw(
    `insert into orders (id, order_number, user_id, cart_id, email, customer_name, status, payment_provider_id,
       payment_method, currency, subtotal, shipping_total, tax_total, grand_total, prices_include_tax,
       shipping_address, billing_address, placed_at, confirmed_at)
     select md5('order ' || n)::uuid, 'M-' || n, gen_random_uuid(), gen_random_uuid(), 'a@example.com', 'Asha',
       'confirmed', 'cod', 'cod', 'INR', 1, 0, 0, 1, true, '{}', '{}', at, at
     from generate_series(?::integer, ?::integer) n, lateral (select now() - make_interval(hours => 1 + n % 4000) as at) t`,
    range,
  );
  await knex.raw(
    `insert into orders_sub_orders (id, order_id, vendor_id, status, vendor_name, subtotal, shipping_total, tax_total, total,
       commission_bps, placed_at, confirmed_at)
     select md5('part ' || n)::uuid, md5('order ' || n)::uuid, ?, 'pending', 'x', 1, 0, 0, 1, 0, now(), now()
     from generate_series(?::integer, ?::integer) n`,
    [shop.vendorId, ...range],
  );
  await knex.raw(
    `insert into orders_lines (order_id, sub_order_id, vendor_id, product_id, variant_id, position, title, quantity,
       original_price, unit_price, line_subtotal, tax_total, total)
     select md5('order ' || n)::uuid, md5('part ' || n)::uuid, ?, md5('product ' || number)::uuid, gen_random_uuid(),
       position, 'x', 1, 1, 1, 1, 0, 1
     from generate_series(?::integer, ?::integer) n,
       lateral (values (0, n % ${PRODUCTS}), (1, (n + 1) % ${PRODUCTS}), (2, case when n % 10 = 0 then 0 end)) as line(position, number)
     where number is not null and not (position = 2 and number in (n % ${PRODUCTS}, (n + 1) % ${PRODUCTS}))`,
    [shop.vendorId, ...range],
  );
}

it('mining a million orders counts each of them, in the memory of a short run', async () => {
  const { knex } = kernel.container;
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  await shop.mine();
  globalThis.gc?.();
  const grownMb = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  const state = (await knex('bought_together_state').first('orders')) as { orders: number };
  expect(Number(state.orders)).toBe(ORDERS);
  // Product 5 stands in orders with 4 and with 6: 500 each, of 1,000; none of these orders has the number of a tenth.
  const rows = await knex.raw<{ rows: { other: string; orders: number; confidence: number }[] }>(
    `select p.slug as other, pair.orders, pair.confidence::float as confidence
     from bought_together_pairs pair join products p on p.id = pair.other_id
     where pair.product_id = md5('product 5')::uuid order by p.slug`,
  );
  expect(rows.rows).toEqual([
    { other: 'product-4', orders: 500, confidence: 0.5 },
    { other: 'product-6', orders: 500, confidence: 0.5 },
  ]);
  expect(grownMb).toBeLessThan(50);
});
