import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { VendorProduct, VendorProductTab } from '#domain/products/vendor-product.js';
import { done, type ProductShop, refusal, startProductShop } from './product-shop.js';

let shop: ProductShop;
let product: VendorProduct;
let base: string;

beforeAll(async () => {
  shop = await startProductShop();
  product = await shop.create({
    title: 'Lamp',
    tabs: [
      { title: 'Care', body: 'Dust it' },
      { title: 'Hidden', isActive: false },
    ],
  });
  base = `/vendor/products/${product.id}/tabs`;
});
afterAll(() => shop.stop());

const list = async () => done(await shop.mine.get<VendorProductTab[]>(base));

it('lists active and inactive tabs in their order', async () => {
  expect(await list()).toEqual(product.tabs);
  expect(product.tabs.map(({ title, isActive }) => [title, isActive])).toEqual([
    ['Care', true],
    ['Hidden', false],
  ]);
});

it('adds, changes, orders and deletes tabs, and leaves updatedAt of the product', async () => {
  const added = done(await shop.mine.post<VendorProductTab>(base, { title: 'Size guide' }), 201);
  expect(added).toMatchObject({ title: 'Size guide', body: null, isActive: true, sortOrder: 2 });
  const path = `${base}/${added.id}`;
  expect(done(await shop.mine.patch(path, { body: 'S to XL', isActive: false }))).toMatchObject({
    title: 'Size guide',
    body: 'S to XL',
    isActive: false,
    sortOrder: 2,
  });
  const moved = await shop.mine.put<VendorProductTab[]>(`${base}/reorder`, {
    tabs: [
      { tabId: added.id, sortOrder: 0 },
      { tabId: product.tabs[0]?.id, sortOrder: 4 },
    ],
  });
  expect(done(moved).map(({ title }) => title)).toEqual(['Size guide', 'Hidden', 'Care']);
  expect(done(await shop.mine.delete<VendorProductTab>(path)).id).toBe(added.id);
  const before = await shop.dump();
  expect((await shop.mine.delete(path)).status).toBe(200);
  done(await shop.mine.put(`${base}/reorder`, { tabs: [{ tabId: product.tabs[0]?.id, sortOrder: 4 }] }));
  expect(await shop.dump()).toBe(before);
  expect((await shop.mine.patch(path, { title: 'Gone' })).status).toBe(404);
  expect((await list()).map(({ title }) => title)).toEqual(['Hidden', 'Care']);

  const detail = done(await shop.mine.get<VendorProduct>(`/vendor/products/${product.id}/detail`));
  expect(detail.updatedAt).toBe(product.updatedAt);
  const events = (await shop.eventsOf(product.id)).slice(1);
  expect(events.map(({ type }) => type)).toEqual([
    'catalog.tab.created',
    'catalog.tab.updated',
    'catalog.tab.updated',
    'catalog.tab.updated',
    'catalog.tab.deleted',
  ]);
});

it('refuses an empty title, an id twice, and more than fifty', async () => {
  expect(refusal(await shop.mine.post(base, { title: ' ' }))).toMatchObject({
    status: 400,
    paths: ['body.title'],
  });
  const tabId = product.tabs[0]?.id;
  const twice = await shop.mine.put(`${base}/reorder`, {
    tabs: [
      { tabId, sortOrder: 1 },
      { tabId, sortOrder: 2 },
    ],
  });
  expect(refusal(twice)).toMatchObject({ status: 400, paths: ['body.tabs.1.tabId'] });
  const full = await shop.create({
    title: 'Full',
    tabs: Array.from({ length: 50 }, () => ({ title: 'Tab' })),
  });
  const item = await shop.mine.post(`/vendor/products/${full.id}/tabs`, { title: 'One more' });
  expect(refusal(item)).toMatchObject({ status: 400, paths: ['body.tabs'] });
});

it('knows neither a foreign tab under an own product nor an own one under a foreign product', async () => {
  const theirs = done(
    await shop.theirs.post<VendorProduct>('/vendor/products', { title: 'Theirs', tabs: [{ title: 'x' }] }),
    201,
  );
  const before = await shop.dump();
  const [own, foreign] = [product.tabs[0]?.id, theirs.tabs[0]?.id];
  for (const path of [`${base}/${foreign}`, `/vendor/products/${theirs.id}/tabs/${own}`]) {
    expect((await shop.mine.patch(path, { title: 'Taken' })).status).toBe(404);
    expect((await shop.mine.delete(path)).status).toBe(404);
  }
  expect((await shop.mine.get(`/vendor/products/${theirs.id}/tabs`)).status).toBe(404);
  expect((await shop.mine.post(`/vendor/products/${theirs.id}/tabs`, { title: 'x' })).status).toBe(404);
  expect((await shop.mine.put(`${base}/reorder`, { tabs: [{ tabId: foreign, sortOrder: 1 }] })).status).toBe(
    404,
  );
  expect(await shop.dump()).toBe(before);
});
