import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readSize } from '../../scripts/seed/grow/size.js';
import { loadDemoData } from '../../scripts/seed/load-demo-data.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { marketplaceRules } from './marketplace-rules.js';

/** Two whole catalogs beside the demo data and a part of a third; four copies of the past and a part of a fifth. */
const size = { products: 1_600, orders: 2_400 };

let folder: string;
let kernel: TestKernel;
const lines: string[] = [];
const load = (wanted = size) =>
  loadDemoData(kernel.container, { seed: 3, say: (line) => lines.push(line), size: wanted });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-bulk-'));
  kernel = await startKernel({ STORAGE_DIR: folder });
  await load();
});
afterAll(async () => {
  await kernel.stop();
  await rm(folder, { recursive: true, force: true });
});

async function read<Row>(sql: string): Promise<Row[]> {
  return (await kernel.container.knex.raw<{ rows: Row[] }>(sql)).rows;
}

describe('a marketplace grown by copies', () => {
  test('has the size that was asked for', async () => {
    const [counts] = await read<Record<string, number>>(
      `select (select count(*) from products) as products, (select count(*) from orders) as orders,
         (select count(distinct user_id) from orders) as buyers`,
    );
    expect(counts).toMatchObject(size);
    expect(counts?.['buyers']).toBeGreaterThan(200);
  });

  test.each(Object.entries(marketplaceRules))('%s', async (_name, statements) => {
    for (const sql of statements) expect(await read(sql)).toEqual([]);
  });

  test('is what its originals are: variants have their options, orders their products and buyers', async () => {
    expect(
      await read(
        `select v.id from products_variants v where exists (
           select from unnest(v.option_value_ids) as chosen
           where not exists (select from products_option_values ov join products_options o on o.id = ov.option_id
                             where ov.id = chosen and o.product_id = v.product_id))`,
      ),
    ).toEqual([]);
    expect(
      await read(
        `select l.id from orders_lines l left join products_variants v on v.id = l.variant_id
         where v.product_id is distinct from l.product_id or v.vendor_id <> l.vendor_id`,
      ),
    ).toEqual([]);
    expect(
      await read(
        `select o.id from orders o left join accounts_users u on u.id = o.user_id and u.email = o.email
         where u.id is null or o.order_number !~ '^HT-[0-9A-HJKMNP-TV-Z]{8}$'`,
      ),
    ).toEqual([]);
  });

  test('growing again changes nothing; to another size it is refused', async () => {
    const counts = `select count(*) as orders, (select count(*) from inventory_movements) as movements from orders`;
    const before = await read(counts);
    expect(await load()).toBe(false);
    expect(await read(counts)).toEqual(before);
    // Those that wait for their payment are given up one day.
    const { knex } = kernel.container;
    const waiting = await knex('orders').where({ status: 'pending_payment' }).pluck<string[]>('id');
    expect(waiting.length).toBeGreaterThan(0);
    await knex('orders').whereIn('id', waiting).update({ status: 'cancelled' });
    expect(await load()).toBe(false);
    expect(await read(counts)).toEqual(before);
    await knex('orders').whereIn('id', waiting).update({ status: 'pending_payment' });
    await expect(load({ products: 1_600, orders: 2_500 })).rejects.toThrow('begin with an empty database');
    await expect(load({ products: 1_600, orders: 9_000 })).rejects.toThrow('begin with an empty database');
  });

  test('the same seed gives the same rows', async () => {
    const other = await startKernel({ STORAGE_DIR: folder });
    try {
      const container = { ...other.container, clock: { now: () => new Date('2027-03-03T20:00:00Z') } };
      await loadDemoData(container, { seed: 3, say: () => undefined, size });
      const print = `select md5(string_agg(row, '|' order by row)) as print from (
        select concat(id, title, slug) as row from products
        union all select concat(id, variant_id, reference_id, on_hand_delta, reserved_delta) from inventory_movements
        union all select concat(id, order_number, user_id, email, grand_total, status) from orders
        union all select concat(id, order_id, event, actor) from orders_timeline
        union all select concat(id, provider_payment_id) from payments
        union all select concat(variant_id, on_hand, reserved) from inventory_levels) rows`;
      const { rows } = await other.container.knex.raw<{ rows: unknown[] }>(print);
      expect(rows).toEqual(await read(print));
    } finally {
      await other.stop();
    }
  });
});

describe('sizes', () => {
  test('a scale is products and orders at once', () => {
    expect(readSize({ scale: '200' })).toEqual({ products: 100_000, orders: 1_000_000 });
    expect(readSize({ scale: '1' })).toEqual({});
    expect(readSize({ scale: '2', orders: '777' })).toEqual({ products: 1_000, orders: 777 });
  });

  test('what cannot be is refused by name', async () => {
    expect(() => readSize({ scale: '201' })).toThrow('--scale takes a whole number from 1 to 200');
    expect(() => readSize({ products: 'many' })).toThrow('--products takes');
    await expect(load({ products: 400, orders: 2_400 })).rejects.toThrow('--products is at least 500');
    await expect(load({ products: 600, orders: 2_400 })).rejects.toThrow('a second catalog');
  });
});
