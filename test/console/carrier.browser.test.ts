import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { click, startBrowser, type TestBrowser } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { type CarrierShop, startCarrierShop } from '../shipping/carrier-shop.js';

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
