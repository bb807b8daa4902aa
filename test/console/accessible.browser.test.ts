import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { see } from '../_support/browser.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { type ConsolePage, startConsole, type TestConsole } from './console-tests.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let shop: TestConsole;
let tab: ConsolePage;
let orderId: string;
let userId: string;
let productId: string;

beforeAll(async () => {
  shop = await startConsole();
  const order = await createConfirmedOrder(shop.platform.container, { paid: true });
  ({ orderId, buyer: { userId } } = order); // prettier-ignore
  const { vendorId } = await createVendor(shop.platform.container);
  ({ productId } = await createSellableVariant(shop.platform.container, vendorId));
  tab = await shop.open('/account');
  await see(tab.page, 'Account and security');
}, 60_000);
afterAll(() => shop.stop());

interface Found {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** What breaks a rule of WCAG 2.1, levels A and AA, on the page as it is. */
async function violations(page: Page): Promise<string[]> {
  // The debugger's isolated context: the policy of the page lets no foreign script in.
  await page.evaluate(axe);
  const found = (await page.evaluate(
    "axe.run(document, { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] } })",
  )) as Found;
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
  );
}

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
  ['a discount', () => '/admin/discounts/new', 'What is reduced'],
  ['a campaign', () => '/admin/campaigns/templates/new', 'Add a block'],
  ['account', () => '/account', 'Second factor'],
];

it.each(pages)(
  '%s breaks no rule of WCAG 2.1 AA',
  async (name, path, seen) => {
    await tab.watch(`accessible-${name}`, async () => {
      await tab.page.goto(`${shop.platform.url}/console${path()}`);
      await see(tab.page, seen);
      expect(await violations(tab.page)).toEqual([]);
    });
  },
  40_000,
);

it('the keyboard alone reaches a row and its acts, and shows where it is', async () => {
  await tab.watch('keyboard', async () => {
    const { page } = tab;
    await page.goto(`${shop.platform.url}/console/admin/orders`);
    await see(page, 'Order number');
    const focused = async () =>
      page.evaluate(() => {
        const { document, getComputedStyle } = globalThis as unknown as { document: { activeElement: { textContent: string; href?: string } }; getComputedStyle(node: unknown): { outlineStyle: string; boxShadow: string } }; // prettier-ignore
        const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement);
        return { text: document.activeElement.textContent, href: document.activeElement.href, visible: outlineStyle !== 'none' || boxShadow !== 'none' }; // prettier-ignore
      });
    let at = await focused();
    for (let step = 0; step < 80 && !at.href?.includes(orderId); step += 1) {
      await page.keyboard.press('Tab');
      at = await focused();
    }
    expect([at.visible, at.href]).toEqual([true, `${shop.platform.url}/console/admin/orders/${orderId}`]);
    await page.keyboard.press('Enter');
    await see(page, 'Ships');
    for (let step = 0; step < 80 && (await focused()).text !== 'Refund'; step += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await see(page, '2 of 2 left');
  });
}, 60_000);
