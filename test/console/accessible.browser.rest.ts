import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { click, clickOn, pressKey, see, visit } from '../_support/browser.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from '../search/index-now.js';
import { violations } from '../_support/pictures.js';
import { type ConsolePage, startConsole, type TestConsole } from './console-tests.js';
import { createShownWebhook, type ShownWebhook } from './shown-webhooks.js';

let shop: TestConsole;
let tab: ConsolePage;
let orderId: string;
let userId: string;
let productId: string;
let webhook: ShownWebhook;

beforeAll(async () => {
  shop = await startConsole();
  const order = await createConfirmedOrder(shop.platform.container, { paid: true });
  ({
    orderId,
    buyer: { userId },
  } = order);
  const { vendorId } = await createVendor(shop.platform.container);
  ({ productId } = await createSellableVariant(shop.platform.container, vendorId));
  await indexNow(shop.platform.container);
  webhook = await createShownWebhook(shop.platform);
  tab = await shop.open('/account');
  await see(tab.page, 'Account and security');
});
afterAll(() => shop.stop());

const pages: [name: string, path: () => string, seen: string][] = [
  ['home', () => '/', 'Needs attention'],
  ['orders', () => '/admin/orders', 'Order number'],
  ['an order', () => `/admin/orders/${orderId}`, 'Ships'],
  ['a customer', () => `/admin/customers/${userId}`, 'Newest orders'],
  ['products', () => '/admin/products', 'Of all vendors'],
  ['a product', () => `/admin/products/${productId}`, 'For sale'],
  ['money', () => '/money', 'No refund has failed'],
  ['queues', () => '/queues', 'No application waits'],
  ['settings', () => '/settings/store/branding', 'Store name'],
  ['reports', () => '/reports', 'Exports'],
  ['a report', () => '/reports/orders', 'Export CSV'],
  ['roles', () => '/admin/roles', 'superAdmin'],
  ['a generic list', () => '/admin/users', 'Columns'],
  ['a generic form', () => '/admin/search/synonyms/new', 'Create a search synonym'],
  ['a search rule', () => '/admin/search/rules/new?q=lamp', 'With the rule'],
  ['a discount', () => '/admin/discounts/new', 'What is reduced'],
  ['a campaign', () => '/admin/campaigns/templates/new', 'Add a block'],
  ['erasures of personal data', () => '/admin/personal-data/erasures', 'Nobody has requested'],
  ['abandoned carts', () => '/admin/abandoned-carts', 'Reminders are off'],
  ['webhooks', () => '/admin/webhooks', 'kolam-works.example.com'],
  ['a webhook endpoint', () => `/admin/webhooks/${webhook.endpointId}`, 'order.paid'],
  ['a webhook delivery', () => `/admin/webhooks/deliveries/${webhook.deliveryId}`, 'Attempt 2'],
  ['account', () => '/account', 'Second factor'],
];

it.each(pages)('%s breaks no rule of WCAG 2.1 AA', async (name, path, seen) => {
  await tab.watch(`accessible-${name}`, async () => {
    await visit(tab.page, `${shop.platform.url}/console${path()}`);
    await see(tab.page, seen);
    expect(await violations(tab.page)).toEqual([]);
  });
});

/** How long what moves on the page takes, in milliseconds, at most. */
const longestMotion = (page: Page) =>
  page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as {
      document: { querySelectorAll(selector: string): Iterable<unknown> };
      getComputedStyle(node: unknown): {
        transitionDuration: string;
        animationName: string;
        animationDuration: string;
        animationIterationCount: string;
      };
    };
    const seconds = [...document.querySelectorAll('body *')].flatMap((node) => {
      const { transitionDuration, animationName, animationDuration, animationIterationCount } =
        getComputedStyle(node);
      const times = (text: string) => text.split(',').map((item) => parseFloat(item));
      const repeats = animationIterationCount === 'infinite' ? Number.POSITIVE_INFINITY : 1;
      const animated = animationName === 'none' ? [] : times(animationDuration).map((item) => item * repeats);
      return [...times(transitionDuration), ...animated];
    });
    return Math.max(...seconds) * 1_000;
  });

it('reduced-motion: nothing moves for those who asked for it, and menus and dialogs are there at once', async () => {
  await tab.watch('reduced-motion', async () => {
    const { page } = tab;
    await visit(page, `${shop.platform.url}/console/admin/orders/${orderId}`);
    await see(page, 'Ships');
    await clickOn(page, 'button[aria-label$=", account"]');
    await page.waitForSelector('[role="menu"]');
    expect(await longestMotion(page)).toBeLessThanOrEqual(1);
    await pressKey(page, 'Escape');
    await click(page, 'button', 'Refund');
    await page.waitForSelector('[role="dialog"]');
    expect(await longestMotion(page)).toBeLessThanOrEqual(1);
    // For them alone: others see where a menu comes from.
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
    expect(await longestMotion(page)).toBeGreaterThan(50);
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  });
});

/** Until the first content: what a person came for, read from the API. */
const places: [name: string, path: () => string, seen: string][] = [
  ['home', () => '/', 'Gross sales'],
  ['orders', () => '/admin/orders', 'Order number'],
  ['an order', () => `/admin/orders/${orderId}`, 'Amounts'],
  ['a report', () => '/reports/orders', 'Export CSV'],
  ['a generic list', () => '/admin/users', 'Columns'],
  ['settings', () => '/settings/store/branding', 'Store name'],
  ['a webhook endpoint', () => `/admin/webhooks/${webhook.endpointId}`, 'order.paid'],
  ['a webhook delivery', () => `/admin/webhooks/deliveries/${webhook.deliveryId}`, 'Attempt 2'],
];

/** The stream of Home stays open; it is no call that the content waits for. */
const isCall = ({ protocol, pathname }: URL): boolean =>
  protocol === 'http:' && !pathname.startsWith('/console/') && !pathname.endsWith('/analytics/live/orders');

it.each(places)('%s needs at most four calls of the API for its first content', async (name, path, seen) => {
  let calls = 0;
  // What else a page asks for by then differs with the machine: from the fifth call on, none gets a response.
  const own = await shop.open(path(), { holds: (url) => isCall(url) && ++calls > 4 });
  await own.watch(`calls-${name}`, () => see(own.page, seen));
  await own.close();
});
