import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createFeedPasses } from '#activities/feeds/feed-passes.activities.js';
import { data } from '../_support/shop.js';
import { MERCHANT_ID } from '../merchant-feed/merchant-shop.js';
import { type ChaosShop, startChaosShop } from './chaos-shop.js';

const ITEMS = 6;
const OTHER_ID = '4712';
const path = '/admin/merchant-feed';
let chaos: ChaosShop;
beforeAll(async () => {
  chaos = await startChaosShop(ITEMS);
});
afterAll(() => chaos.shop.stop());

interface Status {
  target: string;
  started: boolean;
  waitsFor: string | null;
  paused: { reason: string } | null;
  counts: { synced: number };
  leftBehind: { target: string; items: number; removing: number; lastError: string | null }[];
}

const status = async () => data(await chaos.shop.asAdmin.get<Status>(`${path}/status`));
const set = async (settings: object) =>
  data(await chaos.shop.asAdmin.patch<unknown>('/admin/settings/admin', settings));
const touch = () => chaos.change(chaos.variantIds, () => Promise.resolve());
const at = (account: string) => chaos.shop.merchant.products(account);
const remove = (target: string, items: number) =>
  chaos.shop.asAdmin.post<{ enqueued: number }>(`${path}/targets/${target}/remove`, { items });
const passesBegin = () => {
  const passes = createFeedPasses(chaos.shop.container);
  const names = ['boundaries', 'refresh', 'reconcile'] as const;
  return Promise.all(names.map((name) => passes.begins(chaos.feed, name)));
};
const bootstrap = async (body?: object) =>
  expect((await chaos.shop.asAdmin.post(`${path}/bootstrap`, body)).status).toBe(202);

it('waits for a bootstrap at another account, counts that account alone, and shows what was left behind', async () => {
  await touch();
  await chaos.untilIdle();
  expect(at(MERCHANT_ID).size).toBe(ITEMS);
  await set({ 'merchant_feed.merchant_id': OTHER_ID });
  await touch();
  expect(await chaos.round()).toBe(0);
  expect(await passesBegin()).toEqual([false, false, false]);
  expect(at(OTHER_ID).size).toBe(0);
  const seen = await status();
  expect(seen).toMatchObject({ target: `${OTHER_ID}-1001`, started: false, counts: { synced: 0 } });
  expect(seen.waitsFor).toContain('bootstrap');
  expect(seen.leftBehind).toMatchObject([{ target: `${MERCHANT_ID}-1001`, items: ITEMS, removing: 0 }]);
});

it('sends one item that an operator asks for before the bootstrap, and no other', async () => {
  const [id = ''] = chaos.variantIds;
  await chaos.shop.asAdmin.post(`${path}/items/${id}/resync`);
  await chaos.round();
  expect([...at(OTHER_ID).keys()]).toEqual([id]);
  expect(at(MERCHANT_ID).size).toBe(ITEMS);
});

it('sends everything to the other account after a bootstrap and removes nothing from the first one', async () => {
  await bootstrap();
  await touch();
  await chaos.untilIdle();
  expect([at(OTHER_ID).size, at(MERCHANT_ID).size]).toEqual([ITEMS, ITEMS]);
  expect(await status()).toMatchObject({ started: true, waitsFor: null });
  expect(await passesBegin()).toEqual([true, true, true]);
});

it('sends unchanged items again when the bootstrap is forced', async () => {
  const inserts = () => chaos.sent.length;
  const before = inserts();
  await touch();
  await chaos.untilIdle();
  expect(inserts()).toBe(before);
  await bootstrap({ force: true });
  await touch();
  await chaos.untilIdle();
  expect(inserts()).toBe(before + ITEMS);
});

it('keeps sending to the present account while the earlier one refuses its removals', async () => {
  chaos.shop.merchant.control({ accounts: [OTHER_ID] });
  expect((await remove(`${MERCHANT_ID}-1001`, ITEMS)).status).toBe(202);
  await chaos.untilIdle();
  const { paused, leftBehind } = await status();
  expect(paused).toBeNull();
  expect(leftBehind).toMatchObject([{ items: ITEMS, removing: 0 }]);
  expect(leftBehind[0]?.lastError).toContain('does not have access');
  chaos.shop.merchant.control({ accounts: [] });
});

it('removes what was left behind for the number of items that the caller has seen', async () => {
  expect((await remove(`${OTHER_ID}-1001`, ITEMS)).status).toBe(409);
  expect((await remove(`${MERCHANT_ID}-1001`, ITEMS - 1)).status).toBe(409);
  expect((await remove('9999-1', ITEMS)).status).toBe(404);
  expect(data(await remove(`${MERCHANT_ID}-1001`, ITEMS))).toMatchObject({ enqueued: ITEMS });
  await chaos.untilIdle();
  expect([at(OTHER_ID).size, at(MERCHANT_ID).size]).toEqual([ITEMS, 0]);
  expect((await status()).leftBehind).toEqual([]);
});

it('deletes the products of an earlier country before it sends those of the present one', async () => {
  await set({ 'merchant_feed.data_source_id': '1004' });
  await bootstrap();
  await touch();
  await chaos.untilIdle();
  await set({ 'merchant_feed.country': 'AE' });
  await touch();
  await chaos.untilIdle();
  const inserted = [...at(OTHER_ID).values()].filter(({ dataSourceId }) => dataSourceId === '1004');
  expect(inserted.map(({ id }) => id.split('~')[1])).toEqual(chaos.variantIds.map(() => 'AE'));
  await set({ 'merchant_feed.country': 'IN', 'merchant_feed.data_source_id': '1001' });
});

it('sends again with a later version what the remote side calls outdated, and fails it after two tries', async () => {
  await bootstrap();
  const [id = '', other = ''] = chaos.variantIds;
  const outdated = { [id]: 1, [other]: 9 };
  chaos.shop.merchant.control({ abort: outdated });
  await bootstrap({ force: true });
  await chaos.change([id, other], () => Promise.resolve());
  await chaos.untilIdle();
  const state = async (variantId: string) =>
    data(await chaos.shop.asAdmin.get<{ syncStatus: string }>(`${path}/items/${variantId}`)).syncStatus;
  expect([await state(id), await state(other)]).toEqual(['synced', 'failed']);
});
