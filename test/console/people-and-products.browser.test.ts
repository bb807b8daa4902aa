import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { click, see } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
beforeAll(async () => {
  shop = await startConsole();
}, 60_000);
afterAll(() => shop.stop());

it('a customer: orders, why no mail goes there, and a ban that is lifted', async () => {
  const { knex } = shop.platform.container;
  const order = await createConfirmedOrder(shop.platform.container, { paid: true });
  const { email } = order.buyer;
  await knex('mail_suppressions').insert({ address: email, reason: 'hard_bounce', source: 'provider' });
  const tab = await shop.open(`/admin/customers?search=${encodeURIComponent(email)}`);
  await tab.watch('customer', async () => {
    const { page } = tab;
    const confirm = async () =>
      (await page.waitForSelector('[role="dialog"] form button[type="submit"]'))?.click();
    await click(page, 'link', email);
    await see(page, order.orderNumber);
    await see(page, 'Mails do not go to this address');
    await click(page, 'button', 'Send mails again');
    await confirm();
    await see(page, 'Mails go to the address again');
    expect(await knex('mail_suppressions').where({ address: email })).toEqual([]);
    await click(page, 'button', 'Ban');
    await see(page, 'is signed out everywhere');
    await confirm();
    await see(page, 'This account is banned');
    await click(page, 'button', 'Lift the ban');
    await confirm();
    const users = knex('accounts_users').where({ email });
    await eventually(async () => expect(await users).toMatchObject([{ bannedAt: null }]));
    await click(page, 'tab', 'Orders');
    await click(page, 'link', order.orderNumber);
    await see(page, 'Ships');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
}, 60_000);

it('a product: why buyers cannot buy it, and what search and feeds say of it', async () => {
  const { knex } = shop.platform.container;
  const { vendorId } = await createVendor(shop.platform.container);
  const title = 'Brass diya of Kolam Works';
  const { productId, variantId } = await createSellableVariant(shop.platform.container, vendorId, { title });
  const tab = await shop.open('/admin/products?tab=active');
  await tab.watch('product', async () => {
    const { page } = tab;
    await click(page, 'link', title);
    await see(page, 'Buyers can find and buy it');
    await see(page, 'In none');
    await knex('products').where({ id: productId }).update({ status: 'draft' });
    await knex('feeds_items').insert({ feed: 'merchant', target: 'IN', variantId, status: 'failed', lastError: 'The code of the article is missing' }); // prettier-ignore
    await page.reload();
    await see(page, 'The product is a draft');
    await see(page, 'The code of the article is missing');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
}, 60_000);
