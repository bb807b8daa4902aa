import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { registeredFeeds } from '#domain/feeds/registered-feeds.js';
import { vendorPanelUrl } from '#operations/settings/page-urls.js';
import { createSession } from '../_support/accounts.js';
import { click, fill, see } from '../_support/browser.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { setSettings } from '../_support/settings.js';
import { startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
const SECRET = 'a-secret-of-the-mail-server';
beforeAll(async () => {
  shop = await startConsole();
}, 60_000);
afterAll(() => shop.stop());

it('settings-mask-kept: what changes is shown first, a secret is never shown, and stays when it was not typed anew', async () => {
  const { container, http } = shop.platform;
  const root = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  expect((await root.patch('/admin/settings/admin', { 'email.smtp_password': SECRET })).status).toBe(200);
  const stored = async () => (await container.knex('settings_values').where({ key: 'admin.email.smtp_password' }).first('value')) as unknown; // prettier-ignore
  const before = await stored();
  const tab = await shop.open('/settings/admin/email');
  await tab.watch('settings-mask-kept', async () => {
    const { page } = tab;
    await see(page, 'SMTP host');
    await fill(page, 'From name', 'Kolam Market');
    await click(page, 'button', 'Review 1 change');
    await see(page, 'What will change');
    await see(page, 'Kolam Market');
    await click(page, 'button', 'Save');
    await see(page, 'Saved 1 setting');
    expect(await stored()).toEqual(before);
    expect(await page.content()).not.toContain(SECRET);
    await click(page, 'button', 'Who changed what, and when');
    await see(page, 'admin.email.from_name');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
}, 60_000);

it('page-security: what others wrote stays text, and nothing loads from elsewhere', async () => {
  const { container, http } = shop.platform;
  const root = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  expect((await root.post('/admin/brands', { title: script, slug: 'hostile' })).status).toBe(201);
  await setSettings(container, { 'store.branding.store_name': script });
  const tab = await shop.open('/admin/brands');
  await tab.watch('page-security', async () => {
    const { page } = tab;
    await see(page, '<script>window.hacked=1</script>');
    const found = await page.evaluate(() => {
      const { document, hacked } = globalThis as unknown as { hacked?: number; document: { querySelectorAll(selector: string): ArrayLike<unknown> } }; // prettier-ignore
      return { hacked, frames: document.querySelectorAll('iframe').length, inline: document.querySelectorAll('script:not([src])').length }; // prettier-ignore
    });
    expect(found).toEqual({ frames: 0, inline: 0 });
    // The policy of the page stops what it was not made to load or to send to.
    const blocked = await page.evaluate(() =>
      Promise.all([
        fetch('https://elsewhere.example.com').then(
          () => 'sent',
          () => 'blocked',
        ),
        new Promise((resolve) => {
          const { document } = globalThis as unknown as { document: { createElement(tag: string): { src: string; onload: unknown; onerror: unknown }; head: { append(node: unknown): void } } }; // prettier-ignore
          const node = document.createElement('script');
          node.onload = () => resolve('ran');
          node.onerror = () => resolve('blocked');
          node.src = 'data:text/javascript,window.hacked=1';
          document.head.append(node);
        }),
      ]),
    );
    expect(blocked).toEqual(['blocked', 'blocked']);
    const storage = await page.evaluate(() => {
      const { localStorage, sessionStorage } = globalThis as unknown as Record<'localStorage' | 'sessionStorage', object>; // prettier-ignore
      return JSON.stringify([localStorage, sessionStorage]);
    });
    expect(storage).not.toMatch(/token|session|secret|password/i);
  });
  await tab.close();
}, 60_000);

it('panel-links-exist: every address that mails, feeds and gateways link to has its page', async () => {
  const { container, http } = shop.platform;
  const { vendorId } = await createVendor(container);
  const order = await createConfirmedOrder(container, { vendorIds: [vendorId], paid: true });
  const { productId } = await createSellableVariant(container, vendorId);
  const session = await createSession(container, { roles: ['superAdmin'], vendorId });
  // Without a panel of their own, mails to vendors link to the console.
  const panel = vendorPanelUrl(container.settings, `orders/${order.subOrders[0]?.subOrderId ?? ''}`);
  expect(panel).toBe(`${shop.platform.url}/console/vendor/orders/${order.subOrders[0]?.subOrderId ?? ''}`);
  expect((await http.as(session.token).get('/admin/settings')).status).toBe(200);
  const feeds = registeredFeeds.map(({ adminPath }) => `${adminPath}?connected=1`);
  const paths = [
    ...feeds,
    ...['/settings/admin/payment', '/settings/admin/email', '/settings/admin/shipping-carrier'],
    ...[new URL(panel).pathname.replace('/console', ''), `/vendor/products/${productId}`],
    ...[`/vendor/return-requests/${order.orderId}`, `/vendor/payouts/${order.orderId}`],
  ];
  const tab = await shop.open('/account', { session });
  await tab.watch('panel-links', async () => {
    for (const path of paths) {
      await tab.page.goto(`${shop.platform.url}/console${path}`);
      // A heading, or what the API says of a row that is not there: either way the address has a page.
      await tab.page.waitForSelector('main h1, main [role="alert"]');
      const text = await tab.page.$eval('main', (main) => (main as unknown as { innerText: string }).innerText); // prettier-ignore
      expect([path, text]).not.toEqual([path, expect.stringMatching(/There is no such/)]);
    }
  });
  await tab.close();
}, 60_000);
