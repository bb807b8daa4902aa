import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { see } from '../_support/browser.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startConsole, type TestConsole } from './console-tests.js';
import { createShownWebhook, type ShownWebhook } from './shown-webhooks.js';

let shop: TestConsole;
let orderId: string;
let webhook: ShownWebhook;
beforeAll(async () => {
  shop = await startConsole();
  ({ orderId } = await createConfirmedOrder(shop.platform.container, { paid: true }));
  webhook = await createShownWebhook(shop.platform);
}, 60_000);
afterAll(() => shop.stop());

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
const stream = '/analytics/live/orders';

it.each(places)(
  '%s asks the API at most four times until its first content',
  async (name, path, seen) => {
    const tab = await shop.open(path());
    await tab.watch(`calls-${name}`, async () => {
      await see(tab.page, seen);
      const asked = tab.requests.filter((line) => !/ \/console\//.test(line));
      expect([asked, asked.filter((line) => !line.includes(stream)).length <= 4]).toEqual([asked, true]);
    });
    await tab.close();
  },
  40_000,
);
