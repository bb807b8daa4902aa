import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import {
  click,
  clickOn,
  dialogGone,
  pressKey,
  pressKeys,
  see,
  startBrowser,
  type TestBrowser,
  typeText,
  visit,
} from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { violations } from '../_support/pictures.js';
import { type CarrierShop, startCarrierShop } from '../shipping/carrier-shop.js';
import { acceptReturn, enableCouriers, orderBell, orderLamps } from './courier-pages.js';
import { tabTo, tabToName } from './keyboard.js';

let shop: CarrierShop;
let browser: TestBrowser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startCarrierShop({ environment: { CONSOLE: 'on' } }), startBrowser()]);
});
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
    await clickOn(page, 'input[placeholder="Choose one"]');
    await clickOn(page, '[role="option"]');
    await clickOn(page, '[role="dialog"] form button[type="submit"]:not([disabled])');
    const label = await page.waitForSelector(`a[href$="/admin/orders/vendors/${id}/label"]`);
    const href = (await label?.evaluate((link) => (link as unknown as { href: string }).href)) ?? '';
    // The file itself comes from the carrier a moment later.
    const print = () => shop.http.as(shop.admin.token).raw('GET', new URL(href).pathname);
    await eventually(async () => expect((await print()).status).toBe(200));
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('by keyboard alone an order is opened, fulfilled with its label and refunded, and the focus is seen all the way', async () => {
  const { orderId, id } = await shop.order();
  const { cookie } = shop.admin;
  const tab = await browser.open(`${shop.url}/console/admin/orders`, { cookie });
  await tab.watch('order-by-keyboard', async () => {
    const { page } = tab;
    await page.waitForSelector(`a[href$="/admin/orders/${orderId}"]`);
    await tabTo(page, ({ href }) => href?.endsWith(orderId) === true, 'the order');
    await pressKey(page, 'Enter');
    await see(page, 'Ships');

    await tabToName(page, 'Fulfil');
    await pressKey(page, 'Enter');
    await page.waitForSelector('input[placeholder="Choose one"]');
    await tabToName(page, 'Courier');
    await pressKey(page, 'ArrowDown');
    await page.waitForSelector('[role="option"]');
    await pressKey(page, 'ArrowDown');
    await pressKey(page, 'Enter');
    await page.waitForSelector('[role="dialog"] form button[type="submit"]:not([disabled])');
    await tabToName(page, 'Fulfil');
    await pressKey(page, 'Enter');
    await page.waitForSelector(`a[href$="/admin/orders/vendors/${id}/label"]`);
    await tabTo(page, ({ href }) => href?.endsWith(`${id}/label`) === true, 'the label');

    await tabToName(page, 'Refund');
    await pressKey(page, 'Enter');
    await see(page, 'can still go back');
    await page.waitForSelector('input[aria-label^="Pieces of"]');
    await tabToName(page, 'Pieces of');
    await pressKeys(page, 'Control', 'a');
    await typeText(page, '1');
    await tabToName(page, 'Reason');
    await typeText(page, 'It arrived dented');
    await page.waitForSelector('[role="dialog"] form button[type="submit"]:not([disabled])');
    await tabToName(page, 'Refund');
    await pressKey(page, 'Enter');
    const refunds = shop.container.knex('payments_refunds').where({ orderId });
    await eventually(async () => expect(await refunds).toMatchObject([{ reason: 'It arrived dented' }]));
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

const SUBMIT = '[role="dialog"] form button[type="submit"]:not([disabled])';
/** The second Sunday from today: couriers of the sandbox do not come on it. */
function sunday(): string {
  const now = Date.now() + 5.5 * 3_600_000;
  return new Date(now + (14 - new Date(now).getUTCDay()) * 86_400_000).toISOString().slice(0, 10);
}
/** As a date picker does: React reads no value that the element itself was given. */
async function setDay(page: Page, day: string): Promise<void> {
  await page.waitForSelector('[role="dialog"] input[type="date"]');
  await page.evaluate(`(() => {
    const input = document.querySelector('[role="dialog"] input[type="date"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '${day}');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
}

it('vendor-cheapest-courier: a seller sends one of two pieces with the cheapest courier and requests its pickup', async () => {
  const { cookie } = await enableCouriers(shop);
  const { subOrders } = await orderLamps(shop);
  const tab = await browser.open(`${shop.url}/console/vendor/orders/${subOrders[0]?.subOrderId}`, { cookie });
  await tab.watch('vendor-cheapest-courier', async () => {
    const { page } = tab;
    await click(page, 'button', 'Send some pieces');
    await see(page, 'Fastest');
    await see(page, 'Charges are for everything that is left to send');
    await clickOn(page, '[aria-label="Pieces of Brass diya lamp"]');
    await typeText(page, '1');
    await clickOn(page, '[role="radio"] ::-p-text(Cheapest)');
    expect(await violations(page)).toEqual([]);
    await clickOn(page, SUBMIT);
    await see(page, 'Parcel 1 · Xpressbees');
    await see(page, '1 piece is in no parcel yet.');
    await see(page, 'Send the rest');
    await see(page, 'Print the label');
    await dialogGone(page);

    await click(page, 'button', 'Request a pickup');
    await setDay(page, '2020-01-01');
    await clickOn(page, SUBMIT);
    await see(page, 'must be a day from');
    expect(
      await page.$eval('[role="dialog"] input[type="date"]', (input) => input.getAttribute('aria-invalid')),
    ).toBe('true');
    await setDay(page, sunday());
    await clickOn(page, SUBMIT);
    await see(page, 'Xpressbees has refused the pickup: No pickup on Sundays');
    await dialogGone(page);

    await visit(page, `${shop.url}/console/vendor/pickups`);
    await see(page, 'No pickup on Sundays');
    await click(page, 'button', 'Choose another day');
    const monday = new Date(Date.parse(sunday()) + 86_400_000).toISOString().slice(0, 10);
    await setDay(page, monday);
    await clickOn(page, SUBMIT);
    await see(page, 'Xpressbees comes on Mon');
    await see(page, 'Confirmed');
    await dialogGone(page);
    expect([await violations(page), tab.problems]).toEqual([[], []]);
  });
  await tab.close();
});

it('vendor-eway-bill: an order above the limit says what its e-way bill lacks and where to enter it', async () => {
  const { cookie } = await enableCouriers(shop);
  const { subOrders } = await orderBell(shop);
  const id = subOrders[0]?.subOrderId ?? '';
  const tab = await browser.open(`${shop.url}/console/vendor/orders/${id}`, { cookie });
  await tab.watch('vendor-eway-bill', async () => {
    const { page } = tab;
    await see(page, 'Bronze temple bell of eleven kilograms has no HSN code');
    expect(await violations(page)).toEqual([]);
    const link = await page.waitForSelector('::-p-aria([name="Download for the portal"])');
    const href = (await link?.evaluate((node) => (node as unknown as { href: string }).href)) ?? '';
    const file = await shop.http.as(shop.vendor.token).raw('GET', new URL(href).pathname);
    expect(file.status).toBe(200);
    await click(page, 'link', 'Open the product');
    await page.waitForFunction('location.pathname.includes("/vendor/products/")');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('vendor-return-pickup: a courier that does not collect returns is replaced by another', async () => {
  const { cookie } = await enableCouriers(shop);
  await acceptReturn(shop);
  const tab = await browser.open(`${shop.url}/console/vendor/return-requests?tab=receive`, { cookie });
  await tab.watch('vendor-return-pickup', async () => {
    const { page } = tab;
    const request = async (courier: string) => {
      await click(page, 'button', 'Request a pickup');
      await clickOn(page, '[role="dialog"] input[placeholder="Choose one"]');
      await clickOn(page, `[role="option"]::-p-text(${courier})`);
      await clickOn(page, SUBMIT);
      await dialogGone(page);
    };
    await request('Blue Dart');
    await see(page, 'Try another courier');
    await request('Delhivery');
    await see(page, 'comes to the buyer on');
    expect([await violations(page), tab.problems]).toEqual([[], []]);
  });
  await tab.close();
});
