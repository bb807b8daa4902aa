import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { data } from '../_support/shop.js';
import { MERCHANT_ID } from '../merchant-feed/merchant-shop.js';
import { type ChaosShop, differences, startChaosShop } from './chaos-shop.js';

let chaos: ChaosShop;
beforeAll(async () => {
  chaos = await startChaosShop(60);
});
afterAll(() => chaos.shop.stop());

const inserts = () => chaos.shop.merchant.requests().filter(({ path }) => path.endsWith(':insert')).length;
const tokenCalls = () => chaos.shop.merchant.requests().filter(({ path }) => path === '/token').length;

/** Runs a round and does something in the middle of its calls. */
async function roundWith(meanwhile: () => void): Promise<void> {
  chaos.shop.merchant.control({ latencyMs: 5 });
  const before = inserts();
  const round = chaos.round();
  while (inserts() < before + 15) await sleep(1);
  meanwhile();
  await round;
  chaos.shop.merchant.control({ latencyMs: 0 });
}

it('token-lost-mid-batch: an access token that ends in a batch is replaced once, and every item is sent', async () => {
  await chaos.change(chaos.variantIds, () => Promise.resolve());
  const before = tokenCalls();
  await roundWith(() => chaos.shop.merchant.endAccess());
  expect(tokenCalls() - before).toBe(1);
  await chaos.untilIdle();
  expect(await differences(chaos)).toEqual([]);
  expect(await chaos.shop.container.knex('feeds_items').where({ status: 'synced' })).toHaveLength(60);
});

it('token-lost-mid-batch: a consent that is withdrawn in a batch pauses the feed and fails no item', async () => {
  const { shop } = chaos;
  await chaos.change(chaos.variantIds, (tx) => tx('productsVariants').update({ price: 12_300 }));
  await roundWith(() => shop.merchant.endGrants());
  const { knex } = shop.container;
  expect(data(await shop.asAdmin.get<unknown>('/admin/merchant-feed/status'))).toMatchObject({
    reconnectRequired: true,
  });
  expect(await knex('feeds_items').where({ status: 'failed' })).toEqual([]);
  const open = (await knex('feeds_intents').where({ state: 'open' })) as { attempts: number }[];
  expect(open.length).toBeGreaterThan(20);
  expect(open.filter(({ attempts }) => attempts > 0)).toEqual([]);
  await shop.connect();
  await chaos.untilIdle();
  expect(await differences(chaos)).toEqual([]);
  expect(shop.merchant.products(MERCHANT_ID).size).toBe(60);
});
