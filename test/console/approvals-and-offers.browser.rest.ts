import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { createSession, type TestSession } from '../_support/accounts.js';
import { click, clickOn, fill, fillOn, pressKey, see, typeText, visit } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createSellableVariant } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import { createVendor } from '../_support/vendors.js';
import { done } from '../products/product-shop.js';
import { type ConsolePage, startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
let session: TestSession;
let admin: HttpClient;
beforeAll(async () => {
  shop = await startConsole();
  session = await createSession(shop.platform.container, { roles: ['superAdmin'] });
  admin = shop.platform.http.as(session.token);
});
afterAll(() => shop.stop());

const open = (path: string, as = session): Promise<ConsolePage> => shop.open(path, { session: as });

/** Chooses an option of a box. */
async function pick(page: Page, name: string, option: string): Promise<void> {
  await clickOn(page, `::-p-aria([name="${name}"])`);
  await clickOn(page, `[role="option"]::-p-text(${option})`);
}

it('offer-editor: an automatic offer says what shoppers get, is explained on a cart, and is found among the offers', async () => {
  const { container } = shop.platform;
  const { vendorId } = await createVendor(container);
  await createSellableVariant(container, vendorId, { title: 'Lamp of the offer', price: 50_000 });
  const coupon = { name: 'Diwali for all', code: 'DIWALI', discountType: 'PERCENTAGE', value: 10 };
  done(await admin.post('/admin/discounts', coupon), 201);
  const tab = await open('/admin/discounts/new');
  await tab.watch('offer-editor', async () => {
    const { page } = tab;
    await clickOn(page, 'label::-p-text(By itself)');
    await fill(page, 'Name', 'Lamps for three');
    await fill(page, 'Code', 'lamps3');
    await pick(page, 'What it gives', 'More off the more is bought');
    await see(page, 'Off everything: 5 % from ₹1,000, 10 % from ₹2,000.');
    await click(page, 'button', 'Add a tier');
    await see(page, '15 % from ₹3,000');
    await pick(page, 'What it gives', 'Buy some, get some');
    await see(page, 'Buy 2, get 1 free: the cheapest of each 3 pieces. It applies by itself.');
    await see(page, '3 pieces of ₹500 each: ₹1,000 in place of ₹1,500.');
    await click(page, 'button', 'Create the discount');
    await page.waitForFunction('/discounts\\/[0-9a-f-]{36}$/.test(location.pathname)');
    const rows = container.knex('discounts').where({ code: 'LAMPS3' });
    expect(await rows).toMatchObject([
      { value: 100, offer: { kind: 'BUY_X_GET_Y', buyQuantity: 2, getQuantity: 1 } },
    ]);
    const { pathname } = new URL(page.url());
    await visit(page, `${shop.platform.url}${pathname}?tab=try`);
    await clickOn(page, '::-p-aria([name="What is in it"])');
    await typeText(page, 'Lamp of the offer');
    await clickOn(page, '[role="option"]::-p-text(Lamp of the offer)');
    await clickOn(page, '::-p-aria([name="Pieces of each"])', 3);
    await typeText(page, '3');
    await click(page, 'button', 'Explain');
    await see(page, 'It takes off ₹500.00');
    await see(page, 'The cart reaches what the offer needs');
    await visit(page, `${shop.platform.url}/console/admin/discounts?kind=offers`);
    await see(page, 'Lamps for three');
    expect(await page.$eval('main', (main) => main.textContent)).not.toContain('Diwali for all');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('product-approvals: a vendor is told what waits and why it was rejected; an operator compares, decides, and is not outrun', async () => {
  const { container } = shop.platform;
  const { knex } = container;
  await setSettings(container, { 'admin.catalog.approval': 'changes' });
  const { vendorId } = await createVendor(container, { displayName: 'Kolam Works' });
  const { productId } = await createSellableVariant(container, vendorId, { title: 'Brass lamp' });
  const seller = await createSession(container, { vendorId });
  const api = shop.platform.http.as(seller.token);
  const basics = (body: object) => api.patch(`/vendor/products/${productId}/basics`, body);
  const titleOf = async () =>
    ((await knex('products').where({ id: productId }).first('title')) as { title: string }).title;

  const vendor = await open(`/vendor/products/${productId}`, seller);
  const operator = await open('/account');
  await vendor.watch('product-approvals-vendor', async () => {
    const { page } = vendor;
    await clickOn(page, '::-p-aria([name="Title"][role="textbox"])', 3);
    await typeText(page, 'Brass lantern');
    await click(page, 'button', 'Save');
    await see(page, 'A change waits for approval');
    expect(await titleOf()).toBe('Brass lamp');
    await visit(page, `${shop.platform.url}/console/vendor/products`);
    await see(page, 'Pending approval');
  });
  await operator.watch('product-approvals-operator', async () => {
    const { page } = operator;
    await visit(page, `${shop.platform.url}/console/admin/product-approvals?vendorId=${vendorId}`);
    await clickOn(page, 'main a::-p-text(Brass lantern)');
    await page.waitForFunction(`document.querySelector('main ins')?.textContent === 'lantern'`);
    expect(await page.$eval('main del', (mark) => mark.textContent)).toBe('lamp');
    // The vendor goes on while it is looked at: what was not seen is not approved.
    done(await basics({ material: 'Brass of Kumbakonam' }));
    await click(page, 'button', 'Approve');
    await see(page, 'You looked at version 1');
    expect(await titleOf()).toBe('Brass lamp');
    await click(page, 'button', 'Show what waits now');
    await see(page, 'Changed since you looked');
    await click(page, 'button', 'Reject');
    await fillOn(page, '::-p-aria([name="What is wrong with Title"][role="textbox"])', 'It is a lamp.');
    await click(page, 'button', 'Reject with 1 reason');
    await see(page, 'Rejected: It is a lamp.');
  });
  await vendor.watch('product-approvals-rejected', async () => {
    const { page } = vendor;
    await visit(page, `${shop.platform.url}/console/vendor/products/${productId}`);
    await see(page, 'The last change was rejected');
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('.mantine-TextInput-root')].find((field) => field.textContent.startsWith('Title'))?.textContent`,
      ),
    ).toContain('Rejected: It is a lamp.');
    await click(page, 'button', 'Edit what was rejected');
    await clickOn(page, '::-p-aria([name="Title"][role="textbox"])', 3);
    await typeText(page, 'Brass lamp, large');
    await click(page, 'button', 'Save');
    await see(page, 'A change waits for approval');
    // A field of what waits that is set back waits no more.
    await click(page, 'button', 'Edit what waits');
    await clickOn(page, '::-p-aria([name="Material"][role="textbox"])', 3);
    await pressKey(page, 'Backspace');
    await click(page, 'button', 'Save');
    const pending = async () =>
      (
        (await knex('product_approvals').where({ productId, state: 'pending' }).first('sections')) as {
          sections: { basics: object };
        }
      ).sections.basics;
    await eventually(async () => expect(await pending()).toEqual({ title: 'Brass lamp, large' }));
  });
  await operator.watch('product-approvals-several', async () => {
    const { page } = operator;
    await visit(page, `${shop.platform.url}/console/queues`);
    await clickOn(page, 'a ::-p-text(1 product waits for an approval)');
    await clickOn(page, 'input[aria-label="Tick Brass lamp, large"]');
    await click(page, 'button', 'Approve 1');
    await clickOn(page, '[role="dialog"] form button[type="submit"]:not([disabled])');
    await eventually(async () => expect(await titleOf()).toBe('Brass lamp, large'));
    await visit(page, `${shop.platform.url}/console/admin/vendors/${vendorId}`);
    await pick(page, 'Of this vendor', 'Nothing waits');
    const modes = async () =>
      (await admin.get<Record<string, unknown>>('/admin/settings/admin')).body.data[
        'catalog.approval_by_vendor'
      ];
    await eventually(async () => expect(await modes()).toEqual({ [vendorId]: 'off' }));
    expect([...vendor.problems, ...operator.problems]).toEqual([]);
  });
  await Promise.all([vendor.close(), operator.close()]);
});

it('money-approvals: who asked cannot approve, a second person does, and the act is done', async () => {
  const { container } = shop.platform;
  const { knex } = container;
  const { vendorId } = await createVendor(container, { displayName: 'Kaveri Looms' });
  const body = { vendorId, amount: 25_000_000, reason: 'Promised at the Diwali fair' };
  const second = await createSession(container, { permissions: ['money:approve', 'job:read'] });
  const asked = await admin.post<{ entityId: string }>('/admin/ledger/adjustments', body);
  expect(asked.status).toBe(202);
  const posted = () => knex('ledger_transactions').where({ id: asked.body.data.entityId });
  const own = await open('/');
  await own.watch('money-approvals-own', async () => {
    await see(own.page, 'Acts with money to approve');
    await visit(own.page, `${shop.platform.url}/console/money?tab=approvals`);
    await see(own.page, 'Adjustment of a vendor’s account: ₹2,50,000');
    await see(own.page, 'Somebody else has to approve it.');
    await click(own.page, 'button', 'Approve');
    await clickOn(own.page, '[role="dialog"] button[type="submit"]');
    await see(own.page, 'Somebody other than who asked for this act has to approve it');
    expect(await posted()).toEqual([]);
  });
  await own.close();
  const other = await open('/money?tab=approvals', second);
  await other.watch('money-approvals-second', async () => {
    await see(other.page, 'Promised at the Diwali fair');
    await click(other.page, 'button', 'Approve');
    await clickOn(other.page, '[role="dialog"] button[type="submit"]');
    await see(other.page, 'Nothing waits for a second person.');
    expect(await posted()).toMatchObject([{ net: 25_000_000 }]);
    expect(other.problems).toEqual([]);
  });
  await other.close();
});
