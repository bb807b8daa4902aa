import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { clickOn, fillOn, see, selectOption, type TestPage, visit } from '../_support/browser.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, createSellableVariant } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import {
  addToCart,
  press,
  signInAs,
  startStorefront,
  textOf,
  type TestStorefront,
  toPayment,
} from './storefront-tests.js';

let front: TestStorefront;
let admin: HttpClient;
beforeAll(async () => {
  front = await startStorefront({ workers: ['core', 'relay'] });
  const { container, http } = front.shop;
  await setSettings(container, { 'admin.store_credit.enabled': true });
  admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const { vendorId } = await createVendor(container, { displayName: 'Pital Ghar' });
  await createSellableVariant(container, vendorId, {
    title: 'Brass lamp',
    price: 50_000,
    product: { slug: 'brass-lamp' },
  });
  await createSellableVariant(container, vendorId, {
    title: 'Kullu shawl',
    price: 80_000,
    product: { slug: 'kullu-shawl' },
  });
});
afterAll(() => front.stop());

const words = async ({ page }: TestPage) => (await textOf(page)).replace(/\s+/g, ' ');

/** The account once its balance is this one: it changes when the engine has processed a refund. */
const balanceBecomes = (tab: TestPage, balance: string) =>
  eventually(async () => {
    await visit(tab.page, `${front.url}/account`);
    expect(await words(tab)).toContain(`Store credit: ${balance} `);
  });

/** The amounts of the statement, newest first. */
const statement = ({ page }: TestPage) =>
  page.$$eval('.orders li', (items) =>
    items
      .map((item) => (item as unknown as { innerText: string }).innerText.replace(/\s+/g, ' '))
      .filter((text) => /[+−]₹/.test(text))
      .map((text) => text.replace(/\S+-\S+-?\S*/, 'N').replace(/ \d+ \w+ \d{4}/, '')),
  );

/** Orders what is in the cart; returns the id of the order, whose page is open. */
async function order({ page }: TestPage, option: string): Promise<string> {
  await clickOn(page, `input[value="${option}"]`);
  await clickOn(page, 'main form[action="/checkout"] button');
  if (option === 'sandbox') {
    await see(page, 'Test mode');
    await clickOn(page, 'button.pay');
  }
  await page.waitForFunction("location.pathname.startsWith('/orders/')");
  await page.waitForFunction("document.querySelector('.order-status')?.innerText.startsWith('Confirmed')");
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

it('a return is refunded to store credit, which pays beside another way and alone, and comes back when the order is cancelled', async () => {
  const { container } = front.shop;
  const buyer = await createBuyer(container);
  const tab = await front.open('/');
  await signInAs(tab, buyer.token);
  const { page } = tab;
  await tab.watch('store-credit', async () => {
    await visit(page, `${front.url}/account`);
    await see(page, 'Store credit: ₹0');

    await addToCart(front, tab, 'brass-lamp');
    await toPayment(tab, buyer.email);
    expect(await textOf(page)).not.toContain('Store credit');
    const paid = await order(tab, 'sandbox');
    const [subOrder] = (await container.knex('orders_sub_orders').where({ orderId: paid }).select('id')) as {
      id: string;
    }[];
    const path = `/admin/orders/vendors/${subOrder?.id}`;
    data(await admin.post(`${path}/fulfilled`, { providerId: 'self-handled' }));
    data(await admin.post(`${path}/delivered`));
    await visit(page, `${front.url}/orders/${paid}`);
    await clickOn(page, '::-p-text(Send something back)');
    await fillOn(page, 'select[name^="line."]', '1');
    await fillOn(page, 'main [name="reason"]', 'One wick is bent');
    await selectOption(page, 'form[action$="/returns"] [name="refundTo"]', 'store_credit');
    await press(page, 'Request the return');
    await see(page, 'Return of 1 × Brass lamp: requested');
    const [request] = (await container.knex('returns_requests').where({ orderId: paid }).select('id')) as {
      id: string;
    }[];
    for (const move of ['approve', 'receive'])
      data(await admin.post(`/admin/return-requests/${request?.id}/${move}`, {}));
    await balanceBecomes(tab, '₹500');

    await addToCart(front, tab, 'kullu-shawl');
    await toPayment(tab, buyer.email);
    await see(page, 'Use ₹500 of store credit');
    expect(await words(tab)).toContain('₹300 is left to pay');
    await clickOn(page, 'input[name="storeCredit"]');
    const beside = await order(tab, 'sandbox');
    await see(page, 'Paid with store credit: ₹500');
    await balanceBecomes(tab, '₹0');
    await visit(page, `${front.url}/orders/${beside}`);
    await clickOn(page, '::-p-text(Cancel the order)');
    await selectOption(page, '.cancel [name="refundTo"]', 'store_credit');
    await clickOn(page, '.cancel button');
    await see(page, 'Cancelled');
    await balanceBecomes(tab, '₹800');

    await addToCart(front, tab, 'brass-lamp');
    await toPayment(tab, buyer.email);
    await see(page, 'It pays all of this order');
    const alone = await order(tab, 'store_credit');
    await see(page, 'Paid with store credit: ₹500');
    await balanceBecomes(tab, '₹300');
    await visit(page, `${front.url}/orders/${alone}`);
    await clickOn(page, '::-p-text(Cancel the order)');
    await clickOn(page, '.cancel button');
    await see(page, 'Cancelled');
    await balanceBecomes(tab, '₹800');

    expect(await statement(tab)).toEqual([
      'Refund N +₹500',
      'Paid N −₹500',
      'Refund N +₹800',
      'Paid N −₹500',
      'Refund N +₹500',
    ]);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
