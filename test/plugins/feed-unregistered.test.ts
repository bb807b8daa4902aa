import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createCollectHandler } from '#activities/feeds/collect-intents.js';
import { createMerchantFeed } from '#plugins/merchant-feed/operations/merchant-feed.js';
import { type ApiProcess, startApiProcess } from '../_support/api-process.js';
import { copyProject, outsideOfTests, type ProjectCopy } from '../_support/project-copy.js';
import { data } from '../_support/shop.js';
import { roundsOf } from '../feeds/fake-feed.js';
import { MERCHANT_ID, type MerchantShop, startMerchantShop } from '../merchant-feed/merchant-shop.js';

const root = join(import.meta.dirname, '..', '..');
const path = '/admin/merchant-feed';

let copy: ProjectCopy;
let shop: MerchantShop;
let api: ApiProcess | undefined;

beforeAll(async () => {
  [copy, shop] = await Promise.all([copyProject(), startMerchantShop({ workers: [] })]);
  for (const folder of ['dist', '.cache/workflow-packages'])
    if (existsSync(join(root, folder)))
      cpSync(join(root, folder), join(copy.root, folder), { recursive: true });
}, 60_000);
afterAll(async () => {
  await api?.kill();
  await shop.stop();
  await copy.remove();
});

/** The configuration that is shipped, without the merchant feed. */
function withoutTheFeed(): void {
  const file = join(copy.root, 'haat.config.ts');
  const text = readFileSync(file, 'utf8');
  const left = text.replace(/ {4}\{\n {6}from: '\.\/plugins\/merchant-feed',[^]*?\n {4}\},\n/, '');
  expect(left).not.toBe(text);
  writeFileSync(file, left);
}

const remotePrice = (variantId: string) =>
  (shop.merchant.products(MERCHANT_ID).get(variantId)?.input as { productAttributes: { price: { amountMicros: string } } } | undefined)?.productAttributes.price.amountMicros; // prettier-ignore

it('feed-unregistered: the platform starts without the feed, and registered again it brings its items up to date', async () => {
  const { container, asAdmin, admin } = shop;
  const feed = createMerchantFeed(container);
  const { untilIdle, reconcile } = roundsOf(container, feed);
  await shop.connect();
  data(await asAdmin.post<unknown>(`${path}/register-developer`));
  data(await asAdmin.post<unknown>(`${path}/bootstrap`));
  const variantId = (await shop.product()).variants[0]?.id ?? '';
  await asAdmin.post(`${path}/items/${variantId}/resync`);
  await untilIdle();
  expect(remotePrice(variantId)).toBe('499000000');

  // Taken out: its operations are unknown, those of the other feed are there, and no intent is kept for it.
  withoutTheFeed();
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], {
    cwd: copy.root,
    env: outsideOfTests(),
  });
  api = await startApiProcess(container.config, copy.root);
  const headers = { authorization: `Bearer ${admin.token}` };
  const statusOf = async (of: string) => (await fetch(`${api?.url ?? ''}${of}`, { headers })).status;
  expect(await statusOf(`${path}/status`)).toBe(404);
  expect(await statusOf(`${path}/items`)).toBe(404);
  expect(await statusOf('/admin/social-catalog/status')).toBe(200);
  await container.knex('products_variants').where({ id: variantId }).update({ price: 59_900 });
  const event = { type: 'product.variant.updated', entityId: variantId, payload: { variantId } };
  await createCollectHandler(container, ['social'])([{ id: 1, event }] as never, {} as never);
  await untilIdle();
  expect(remotePrice(variantId)).toBe('499000000');

  // Registered again: the nightly pass finds what has changed meanwhile.
  expect((await asAdmin.get<{ connected: boolean }>(`${path}/status`)).body.data.connected).toBe(true);
  await reconcile();
  await untilIdle();
  expect(remotePrice(variantId)).toBe('599000000');
}, 180_000);
