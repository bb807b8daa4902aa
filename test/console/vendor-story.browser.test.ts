import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { createSession } from '../_support/accounts.js';
import { act, click, clickOn, fill, fillOn, reload, see, visit } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { blackPng } from '../media/form-upload.js';
import { bank } from '../payouts/payable-vendor.js';
import { done } from '../products/product-shop.js';
import { startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
let admin: HttpClient;
beforeAll(async () => {
  shop = await startConsole();
  const { token } = await createSession(shop.platform.container, { roles: ['superAdmin'] });
  admin = shop.platform.http.as(token);
});
afterAll(() => shop.stop());

const email = 'meera@example.com';

const type = (page: Page, label: string, value: string) =>
  fillOn(page, `input[aria-label="${label}"]`, value);

async function applyAndOpen(page: Page): Promise<string> {
  await fill(page, 'Your name', 'Meera Iyer');
  await fill(page, 'E-mail address', email);
  await fillOn(page, 'input[name="password"]', 'brass-lamps-2026');
  await click(page, 'button', 'Create the account');
  await see(page, 'Confirm your e-mail address');
  const [mail] = await eventually(() => mailsTo(shop.platform.container, email));
  await visit(page, String(mail?.variables?.['url']));
  await see(page, 'Apply to sell');
  expect(new URL(page.url()).pathname).toBe('/console/apply');
  await fill(page, 'Name of the shop', 'Meera Lamps');
  await fill(page, 'Legal name', 'Meera Lamps LLP');
  await fillOn(page, 'input[name="phone"]', '98200 12345');
  await fillOn(page, 'input[name="address.line1"]', '12 Hill Road');
  await fillOn(page, 'input[name="address.city"]', 'Mumbai');
  await fillOn(page, 'input[name="address.postalCode"]', '400 050');
  await fillOn(page, 'input[data-field="address.stateCode"]', 'Mahar');
  await click(page, 'option', 'Maharashtra');
  await click(page, 'button', 'Send the application');
  await see(page, 'Somebody of the marketplace is looking at it');
  const [application] = done(await admin.get<{ id: string }[]>('/admin/vendor-applications'));
  const path = `/admin/vendor-applications/${application?.id ?? ''}/approve`;
  const { vendorId } = done(await admin.post<{ vendorId: string }>(path));
  await reload(page);
  await click(page, 'button', 'Open the shop');
  await see(page, 'Getting started');
  return vendorId;
}

async function addProduct(page: Page, picture: string): Promise<void> {
  await visit(page, `${shop.platform.url}/console/vendor/products/new`);
  await fill(page, 'Title', 'Brass lamp of five wicks');
  const file = (await page.waitForSelector('input[type="file"]')) as unknown as {
    uploadFile(path: string): Promise<void>;
  };
  await act(page, () => file.uploadFile(picture));
  await page.waitForSelector('img[alt="Picture 1"]');
  await type(page, 'Price of the product', '1,999.50');
  await type(page, 'SKU of the product', 'LAMP-5');
  await type(page, 'HSN code of the product', '7419');
  await type(page, 'Pieces of the product', '12');
  await clickOn(page, '::-p-text(On sale)');
  await click(page, 'button', 'Save');
  await see(page, 'The product is saved');
  await page.waitForFunction('location.pathname !== "/console/vendor/products/new"');
}

it('first-product-to-first-payout: somebody signs up, sells, sends and is paid, all in the browser', async () => {
  const { container } = shop.platform;
  const folder = await mkdtemp(join(tmpdir(), 'haat-picture-'));
  const picture = join(folder, 'lamp.png');
  writeFileSync(picture, blackPng(64, 64));
  const tab = await shop.open('/sign-up', { session: null });
  await tab.watch('first-product-to-first-payout', async () => {
    const { page } = tab;
    const go = (path: string) => visit(page, `${shop.platform.url}/console${path}`);
    const vendorId = await applyAndOpen(page);

    await go('/vendor/money?tab=bank');
    await fill(page, 'Account holder', bank['payout.account_holder']);
    await fill(page, 'Account number', '0011 2233 4455');
    await fill(page, 'IFSC', 'hdfc0001234');
    await fill(page, 'PAN', bank['payout.pan']);
    await see(page, 'After a change payouts wait');
    await click(page, 'button', 'Save');
    await see(page, 'The bank account is saved');

    await addProduct(page, picture);
    const product = await container.knex('products').where({ vendorId }).first();
    expect(product).toMatchObject({ status: 'active', thumbnail: expect.any(String) });
    const [variant] = await container
      .knex('products_variants as v')
      .join('inventory_levels as l', 'l.variantId', 'v.id')
      .where('v.vendorId', vendorId);
    expect(variant).toMatchObject({ price: 199_950, sku: 'LAMP-5', hsnCode: '7419', onHand: 12 });

    const order = await createConfirmedOrder(container, { vendorIds: [vendorId], paid: true });
    await go('/vendor/orders');
    await click(page, 'link', order.orderNumber);
    await click(page, 'button', 'Send the parcel');
    await fill(page, 'Tracking number', 'TRK-1');
    await click(page, 'button', 'Send');
    await see(page, 'TRK-1');
    await click(page, 'button', 'Mark as delivered');
    await clickOn(page, '[role="dialog"] form button[type="submit"]');
    await see(page, 'The order is delivered');

    // The time for returns, and the hold after a change of the bank account, go by.
    const past = new Date(Date.now() - 8 * 86_400_000);
    await container.knex('orders_sub_orders').where({ vendorId }).update({ deliveredAt: past });
    done(await admin.patch('/admin/settings/admin', { 'payout.bank_hold_hours': 0 }));
    const until = new Date().toISOString();
    const payout = done(await admin.post<{ id: string }>('/admin/payouts', { vendorId, until }), 201);
    done(await admin.post(`/admin/payouts/${payout.id}/paid`, { reference: 'NEFT-4711' }));
    await go('/vendor/money');
    await see(page, 'NEFT-4711');
    await see(page, 'Statement');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
  await rm(folder, { recursive: true, force: true });
});
