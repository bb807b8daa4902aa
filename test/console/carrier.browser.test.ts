import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { click, see, startBrowser, type TestBrowser } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { type CarrierShop, startCarrierShop } from '../shipping/carrier-shop.js';
import { tabTo, tabToName } from './keyboard.js';

let shop: CarrierShop;
let browser: TestBrowser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startCarrierShop({ environment: { CONSOLE: 'on' } }), startBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser.stop();
  await shop.stop();
});

it('fulfil-with-label: a courier is chosen, and the label is there to print without a reload', async () => {
  const { orderId, id } = await shop.order();
  const { cookie } = shop.admin;
  const tab = await browser.open(`${shop.url}/console/admin/orders/${orderId}`, { cookie });
  await tab.watch('fulfil-with-label', async () => {
    const { page } = tab;
    await click(page, 'button', 'Fulfil');
    await page.locator('input[placeholder="Choose one"]').click();
    await page.locator('[role="option"]').click();
    await (await page.waitForSelector('[role="dialog"] form button[type="submit"]:not([disabled])'))?.click();
    const label = await page.waitForSelector(`a[href$="/admin/orders/vendors/${id}/label"]`, {
      timeout: 30_000,
    });
    const href = (await label?.evaluate((link) => (link as unknown as { href: string }).href)) ?? '';
    // The file itself comes from the carrier a moment later.
    const print = () => shop.http.as(shop.admin.token).raw('GET', new URL(href).pathname);
    await eventually(async () => expect((await print()).status).toBe(200), 30_000);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
}, 90_000);

it('by keyboard alone an order is opened, fulfilled with its label and refunded, and the focus is seen all the way', async () => {
  const { orderId, id } = await shop.order();
  const { cookie } = shop.admin;
  const tab = await browser.open(`${shop.url}/console/admin/orders`, { cookie });
  await tab.watch('order-by-keyboard', async () => {
    const { page } = tab;
    const { keyboard } = page;
    await page.waitForSelector(`a[href$="/admin/orders/${orderId}"]`);
    await tabTo(page, ({ href }) => href?.endsWith(orderId) === true, 'the order');
    await keyboard.press('Enter');
    await see(page, 'Ships');

    await tabToName(page, 'Fulfil');
    await keyboard.press('Enter');
    await page.waitForSelector('input[placeholder="Choose one"]');
    await tabToName(page, 'Courier');
    await keyboard.press('ArrowDown');
    await page.waitForSelector('[role="option"]');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.waitForSelector('[role="dialog"] form button[type="submit"]:not([disabled])');
    await tabToName(page, 'Fulfil');
    await keyboard.press('Enter');
    await page.waitForSelector(`a[href$="/admin/orders/vendors/${id}/label"]`, { timeout: 30_000 });
    await tabTo(page, ({ href }) => href?.endsWith(`${id}/label`) === true, 'the label');

    await tabToName(page, 'Refund');
    await keyboard.press('Enter');
    await see(page, 'can still go back');
    await page.waitForSelector('input[aria-label^="Pieces of"]');
    await tabToName(page, 'Pieces of');
    await keyboard.down('Control');
    await keyboard.press('a');
    await keyboard.up('Control');
    await keyboard.type('1');
    await tabToName(page, 'Reason');
    await keyboard.type('It arrived dented');
    await page.waitForSelector('[role="dialog"] form button[type="submit"]:not([disabled])');
    await tabToName(page, 'Refund');
    await keyboard.press('Enter');
    const refunds = shop.container.knex('payments_refunds').where({ orderId });
    await eventually(async () => expect(await refunds).toMatchObject([{ reason: 'It arrived dented' }]), 20_000); // prettier-ignore
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
}, 120_000);
