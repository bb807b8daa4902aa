import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createBuyer } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import {
  placeOrder,
  type ReadyCart,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { grantCredit } from './granted-credit.js';

let shop: TestShop;
let variantId: string;

beforeAll(async () => {
  shop = await startShop();
  ({ variantId } = await vendorWithVariant(shop, { price: 50_000, onHand: 500 }));
});
afterAll(() => shop.stop());

const ROUNDS = 3;

/** The statements of an order: the fewest of three, because caches of the platform read for themselves. */
async function statements(carts: readonly ReadyCart[], body: Record<string, unknown>): Promise<string[]> {
  const { knex } = shop.container;
  const runs: string[][] = [];
  for (const cart of carts) {
    const sent: string[] = [];
    const note = ({ sql }: { sql: string }) => {
      // Settings and the revisions of cached content are polled beside the requests.
      if (!/settings|content_revisions/.test(sql)) sent.push(sql);
    };
    knex.on('query', note);
    const { status } = await placeOrder(cart, body);
    knex.off('query', note);
    expect(status).toBe(201);
    runs.push(sent);
  }
  return runs.reduce((fewest, run) => (run.length < fewest.length ? run : fewest));
}

async function cartsWith(balance: number): Promise<ReadyCart[]> {
  const buyer = await createBuyer(shop.container);
  if (balance > 0) await grantCredit(shop.container, buyer, balance);
  return Promise.all(Array.from({ length: ROUNDS }, () => readyCart(shop, [{ variantId }], { buyer })));
}

/** Statements of an order: without credit, with a balance that is not used, and with credit beside this way to pay. */
const sentBy = {
  cod: { off: 9, none: 9, unused: 9, used: 11 },
  sandbox: { off: 15, none: 15, unused: 15, used: 17 },
};

it.each(['cod', 'sandbox'] as const)(
  'an order by %s sends no statement more for store credit that it does not use, two more for credit that it uses',
  async (paymentOption) => {
    const body = { paymentOption };
    await setSettings(shop.container, { 'admin.store_credit.enabled': false });
    const off = await statements(await cartsWith(0), body);
    await setSettings(shop.container, { 'admin.store_credit.enabled': true });
    const none = await statements(await cartsWith(0), body);
    const unused = await statements(await cartsWith(1_000_000), body);
    const used = await statements(await cartsWith(1_000_000), { ...body, storeCredit: 20_000 });
    for (const sent of [off, none, unused])
      expect(sent.filter((sql) => sql.includes('store_credit_'))).toEqual([]);
    expect({ off: off.length, none: none.length, unused: unused.length, used: used.length }).toEqual(
      sentBy[paymentOption],
    );
  },
);

it('an order that credit pays alone is paid at once, by 23 statements', async () => {
  await setSettings(shop.container, { 'admin.store_credit.enabled': true });
  const alone = await statements(await cartsWith(1_000_000), { paymentOption: 'store_credit' });
  expect(alone).toHaveLength(23);
});
