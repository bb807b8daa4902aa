import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ProductShop, startProductShop } from '../products/product-shop.js';

let shop: ProductShop;
beforeAll(async () => {
  shop = await startProductShop();
});
afterAll(() => shop.stop());

/** Statements of each operation of products: the fewest of three, because caches of the platform read for themselves. */
async function statementsOf({ container: { knex }, mine, create }: ProductShop) {
  const sql: string[] = [];
  const counts: Record<string, number> = {};
  const counted = async (name: string, request: (round: number) => Promise<{ status: number }>) => {
    for (let round = 0; round < 3; round += 1) {
      let count = 0;
      const note = (query: { sql: string }) => {
        // Settings are polled beside the requests.
        if (query.sql.includes('settings')) return;
        count += 1;
        sql.push(query.sql);
      };
      knex.on('query', note);
      const { status } = await request(round);
      knex.off('query', note);
      expect([name, status < 300]).toEqual([name, true]);
      counts[name] = Math.min(counts[name] ?? count, count);
    }
  };
  const options = [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }];
  const size = (value: string) => [{ optionName: 'Size', value }];
  const product = await create({
    title: 'Counted',
    status: 'active',
    options,
    variants: [{ price: 100, optionValues: size('S') }],
  });
  const at = `/vendor/products/${product.id}`;
  const [variant, values] = [product.variants[0]?.id, product.options[0]?.values ?? []];
  const tabs: string[] = [];
  await counted('create', (round) =>
    mine.post('/vendor/products', { title: `New ${round}`, status: 'active', variants: [{ price: 100 }] }),
  );
  await counted('detail', () => mine.get(`${at}/detail`));
  await counted('basics', (round) => mine.patch(`${at}/basics`, { title: `Counted ${round}` }));
  await counted('media', (round) => mine.patch(`${at}/media`, { images: [`media/${round}.png`] }));
  await counted('options', (round) =>
    mine.put(`${at}/options`, {
      options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL', '0', '1', '2'].slice(0, 5 + round) }],
    }),
  );
  await counted('sync', (round) =>
    mine.put(`${at}/sync`, {
      basics: { subtitle: `${round}` },
      variants: [{ id: variant, price: 200 + round }],
    }),
  );
  await counted('bulk', (round) =>
    mine.post('/vendor/products/bulk', { productIds: [product.id], action: 'price', percent: 10 + round }),
  );
  await counted('add a variant', (round) =>
    mine.post(`${at}/variants`, { price: 1, optionValueIds: [values[round + 1]?.id] }),
  );
  await counted('change a variant', (round) =>
    mine.patch(`${at}/variants/${variant}`, { price: 300 + round, images: [`media/${round}.png`] }),
  );
  await counted('add a tab', async (round) => {
    const added = await mine.post<{ id: string }>(`${at}/tabs`, { title: `Tab ${round}` });
    tabs.push(added.body.data.id);
    return added;
  });
  await counted('change a tab', (round) => mine.patch(`${at}/tabs/${tabs[round]}`, { body: 'Text' }));
  await counted('delete a tab', (round) => mine.delete(`${at}/tabs/${tabs[round]}`));
  return { sql, counts };
}

/** As it was before there were approvals. */
const sentBefore = {
  create: 10,
  detail: 1,
  basics: 7,
  media: 7,
  options: 9,
  sync: 9,
  bulk: 10,
  'add a variant': 11,
  'change a variant': 10,
  'add a tab': 8,
  'change a tab': 9,
  'delete a tab': 9,
};

it('while nothing has to be approved, no operation of products sends a statement about it, and none sends more than it did', async () => {
  const sent = await statementsOf(shop);
  expect(sent.sql.filter((sql) => /product_approvals|savepoint|custom_fields/.test(sql))).toEqual([]);
  expect(sent.counts).toEqual(sentBefore);
});
