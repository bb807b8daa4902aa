import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { type ApiProcess, startApiProcess } from '../_support/api-process.js';
import { createHttpClient } from '../_support/http-client.js';
import { chosen, done, type ProductShop, startProductShop } from './product-shop.js';

const PRODUCTS = 20;
const ROUNDS = 15;

let shop: ProductShop;
let api: ApiProcess;
let products: VendorProduct[];

beforeAll(async () => {
  shop = await startProductShop();
  products = [];
  for (let index = 0; index < PRODUCTS; index += 1) {
    const options = [{ name: 'Size', values: ['S', 'M'] }];
    const variants = ['S', 'M'].map((size) => ({ price: 0, optionValues: chosen({ Size: size }) }));
    products.push(await shop.create({ title: 'Mark 0', options, variants, tabs: [{ title: 'Mark 0' }] }));
  }
  api = await startApiProcess(shop.container.config);
});
afterAll(async () => {
  await api.kill();
  await shop.stop();
});

/** Ends the connections of the API in the middle of their statements, as a crash of the server does. */
async function cutConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: shop.container.config.DATABASE_URL });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'haat-%' and datname = current_database() and state <> 'idle'`,
  );
  await client.end();
}

const marked = ({ id, variants, tabs }: VendorProduct, mark: number) => ({
  basics: { title: `Mark ${mark}` },
  media: { images: [`media/${mark}.png`] },
  variants: variants.map((variant) => ({ id: variant.id, price: mark })),
  tabs: tabs.map((tab) => ({ id: tab.id, title: `Mark ${mark}` })),
  id,
});

it('syncs whose API or connections are killed are there as a whole or not at all, with one event for each that is', async () => {
  const applied = new Map(products.map(({ id }) => [id, new Set<string>()]));
  let broken = 0;
  for (let mark = 1; mark <= ROUNDS; mark += 1) {
    const http = createHttpClient(api.url).as(shop.vendor.token);
    const sent = products.map(async (product) => {
      const { id, ...body } = marked(product, mark);
      const status = await http.put(`/vendor/products/${id}/sync`, body).then(
        (response) => response.status,
        () => 0,
      );
      expect([0, 200, 500, 503]).toContain(status);
      if (status !== 200) broken += 1;
    });
    await sleep(5 + mark * 5);
    const killsApi = mark % 3 === 0;
    await (killsApi ? api.kill() : cutConnections());
    await Promise.all(sent);
    if (killsApi) api = await startApiProcess(shop.container.config);
    for (const { id } of products) {
      const now = done(await shop.mine.get<VendorProduct>(`/vendor/products/${id}/detail`));
      const { title, images, variants, tabs } = now;
      const marks = [
        title,
        images[0],
        ...variants.map(({ price }) => String(price)),
        ...tabs.map((tab) => tab.title),
      ];
      const seen = new Set(marks.map((text) => /\d+/.exec(text ?? '0')?.[0]));
      expect(seen.size).toBe(1);
      applied.get(id)?.add([...seen].join());
    }
  }
  expect(broken).toBeGreaterThan(0);
  for (const [id, marks] of applied) {
    const updates = (await shop.eventsOf(id)).filter(({ payload }) => payload['change'] === 'sync');
    expect(updates).toHaveLength([...marks].filter((mark) => mark !== '0').length);
  }
});
