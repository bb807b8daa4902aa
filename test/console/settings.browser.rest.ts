import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { vendorPanelUrl } from '#operations/settings/page-urls.js';
import { createSession } from '../_support/accounts.js';
import { click, clickOn, fill, reload, see, visit } from '../_support/browser.js';
import { insertedRow } from '../_support/entity-factory.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { setSettings } from '../_support/settings.js';
import { startConsole, type TestConsole } from './console-tests.js';
import { printedConsolePaths } from './printed-links.js';
import { fillReminders } from './shown-reminders.js';

let shop: TestConsole;
const SECRET = 'a-secret-of-the-mail-server';
beforeAll(async () => {
  shop = await startConsole();
});
afterAll(() => shop.stop());

it('settings-mask-kept: what changes is shown first, a secret is never shown, and stays when it was not typed anew', async () => {
  const { container, http } = shop.platform;
  const root = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  expect((await root.patch('/admin/settings/admin', { 'email.smtp_password': SECRET })).status).toBe(200);
  const stored = async () =>
    (await container
      .knex('settings_values')
      .where({ key: 'admin.email.smtp_password' })
      .first('value')) as unknown;
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
});

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
      const { document, hacked } = globalThis as unknown as {
        hacked?: number;
        document: { querySelectorAll(selector: string): ArrayLike<unknown> };
      };
      return {
        hacked,
        frames: document.querySelectorAll('iframe').length,
        inline: document.querySelectorAll('script:not([src])').length,
      };
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
          const { document } = globalThis as unknown as {
            document: {
              createElement(tag: string): { src: string; onload: unknown; onerror: unknown };
              head: { append(node: unknown): void };
            };
          };
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
      const { localStorage, sessionStorage } = globalThis as unknown as Record<
        'localStorage' | 'sessionStorage',
        object
      >;
      return JSON.stringify([localStorage, sessionStorage]);
    });
    expect(storage).not.toMatch(/token|session|secret|password/i);
  });
  await tab.close();
});

it('page-security: a mail body full of script is shown in a frame where nothing of it runs', async () => {
  const { container } = shop.platform;
  const order = await createConfirmedOrder(container, { paid: true });
  const tab = await shop.open('/account');
  await tab.watch('page-security-mail', async () => {
    const { page } = tab;
    const [id] = (await container
      .knex('mail_messages')
      .insert({
        template: 'order.confirmed',
        role: 'customer',
        recipient: order.buyer.email,
        dedupeKey: 'hostile',
        state: 'sent',
        orderId: order.orderId,
      })
      .returning('id')) as { id: string }[];
    const act = 'parent.hacked = top.hacked = opener = 1';
    const html = `<p>Thank you for the order</p><script>${act}</script><img src="x" onerror="${act}"><svg onload="${act}"></svg>
      <meta http-equiv="refresh" content="0;url=https://elsewhere.example.com/"><iframe src="javascript:${act}"></iframe>
      <form action="https://elsewhere.example.com/" id="f"><input name="a"></form><a href="javascript:${act}" target="_top">Here</a>`;
    // Templates are written by operators, so the API is taken at its word: what it says may be anything.
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (
        !new URL(request.url()).pathname.endsWith(`/deliveries/${id?.id ?? ''}`) ||
        request.resourceType() === 'document'
      )
        return void request.continue();
      void fetch(request.url(), { headers: request.headers() }).then(async (response) => {
        const body = (await response.json()) as { data: Record<string, unknown> };
        body.data['rendered'] = { subject: '<b>Hostile</b>', html, text: html, current: true };
        await request.respond({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
      });
    });
    await visit(page, `${shop.platform.url}/console/admin/email/deliveries/${id?.id ?? ''}`);
    const element = await page.waitForSelector('iframe');
    const frame = await element?.contentFrame();
    await frame?.waitForSelector('::-p-text(Thank you for the order)');
    expect(
      await element?.evaluate((node) =>
        (node as unknown as { getAttribute(name: string): string }).getAttribute('sandbox'),
      ),
    ).toBe('');
    await see(page, '<b>Hostile</b>');
    // Not as a pointer does: nothing of the frame runs, not even what says that it has come to rest.
    await frame?.$eval('a', (link) => (link as unknown as { click(): void }).click());
    const state = await page.evaluate(() => {
      const { hacked, location } = globalThis as unknown as {
        hacked?: number;
        location: { pathname: string };
      };
      return { hacked, pathname: location.pathname };
    });
    expect(state).toEqual({ pathname: `/console/admin/email/deliveries/${id?.id ?? ''}` });
    expect(page.frames().filter((item) => item.url().includes('elsewhere'))).toEqual([]);
  });
  await tab.close();
});

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
  const gateways = await http
    .as(session.token)
    .get<{ value: string; href?: string }[]>('/admin/payment/gateways');
  const hrefs = (gateways.body.data ?? []).flatMap(({ href }) => href ?? []);
  expect(hrefs).toContain('/settings/admin/payment.razorpay');
  const printed = printedConsolePaths();
  expect(printed.length).toBeGreaterThan(30);
  const paths = [
    ...hrefs,
    ...printed,
    '/settings/admin/payment',
    '/settings/admin/email',
    '/settings/admin/shipping-carrier',
    new URL(panel).pathname.replace('/console', ''),
    `/vendor/products/${productId}`,
    `/vendor/return-requests/${order.orderId}`,
    `/vendor/payouts/${order.orderId}`,
  ];
  const tab = await shop.open('/account', { session });
  await tab.watch('panel-links', async () => {
    for (const path of paths) {
      const url = `${shop.platform.url}/console${path}`;
      // As a reload asks for it.
      const response = await fetch(url, { headers: { accept: 'text/html' } });
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        expect.stringContaining('text/html'),
      ]);
      await visit(tab.page, url);
      // A heading, or what the API says of a row that is not there: either way the address has a page.
      await tab.page.waitForSelector('main h1, main [role="alert"]');
      const text = await tab.page.$eval(
        'main',
        (main) => (main as unknown as { innerText: string }).innerText,
      );
      expect([path, text]).not.toEqual([path, expect.stringMatching(/There is no such/)]);
    }
  });
  await tab.close();
});

it('abandoned-carts: reminders are turned on by a topic, and say what they brought', async () => {
  const { container } = shop.platform;
  const tab = await shop.open('/admin/abandoned-carts');
  await tab.watch('abandoned-carts', async () => {
    const { page } = tab;
    await see(page, 'storefront_urls.store_url');
    await setSettings(container, { 'store.storefront_urls.store_url': 'https://shop.example.com' });
    await reload(page);
    await see(page, 'There is no active topic');
    await insertedRow(container, 'campaigns_topics', {
      names: JSON.stringify([{ locale: 'en', name: 'Offers' }]),
    });
    await reload(page);
    await clickOn(page, '::-p-aria([name="Topic"][role="combobox"])');
    await clickOn(page, '[role="option"]');
    await click(page, 'button', 'Turn on');
    await see(page, 'after 1 hour, 24 hours and 3 days');
    await createConfirmedOrder(container, { paid: true });
    await fillReminders(container);
    await clickOn(page, 'label::-p-text(7 days)');
    await see(page, 'Recovered orders');
    await see(page, 'after 24 hours');
    await page.waitForFunction(`location.search === '?days=7'`);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
