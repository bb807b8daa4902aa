import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { engineViews, viewedOn } from '#domain/jobs/engine-views.js';
import { newId } from '#lib/ids.js';
import { followOrder } from '#workflows/orders/orders.contract.js';
import {
  click,
  clickOn,
  dialogGone,
  fill,
  fillOn,
  holdRequests,
  pressKey,
  pressKeys,
  reload,
  see,
  typeText,
  visit,
} from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from '../search/index-now.js';
import { startConsole, type TestConsole } from './console-tests.js';

const ENGINE_UI = 'http://127.0.0.1:8233';
let shop: TestConsole;
beforeAll(async () => {
  shop = await startConsole({ environment: { TEMPORAL_UI_URL: ENGINE_UI } });
});
afterAll(() => shop.stop());

it('refund-by-line: pieces go back with a reason, and what is left is counted', async () => {
  const { container } = shop.platform;
  const order = await createConfirmedOrder(container, { paid: true });
  const tab = await shop.open(`/admin/orders/${order.orderId}`);
  await tab.watch('refund-by-line', async () => {
    const { page } = tab;
    await see(page, order.orderNumber);
    await click(page, 'button', 'Refund');
    await see(page, '2 of 2 left');
    await clickOn(page, 'input[aria-label^="Pieces of Brass diya lamp"]', 3);
    await typeText(page, '1');
    await fillOn(page, '[role="dialog"] textarea', 'One lamp was broken');
    await clickOn(page, '[role="dialog"] input[type="checkbox"]');
    // A double click refunds once.
    await clickOn(page, '[role="dialog"] form button[type="submit"]:not([disabled])', 2);
    const refunds = container.knex('payments_refunds').where({ orderId: order.orderId });
    await eventually(async () => expect(await refunds).toMatchObject([{ reason: 'One lamp was broken' }]));
    await visit(page, `${shop.platform.url}/console/admin/orders/${order.orderId}?tab=refunds`);
    await see(page, 'One lamp was broken');
    await click(page, 'button', 'Refund');
    await see(page, '1 of 2 left');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('a cash order is marked as paid, a sub-order fulfilled by a number and delivered', async () => {
  const { container } = shop.platform;
  const order = await createConfirmedOrder(container, { vendors: [{}] });
  const tab = await shop.open('/admin/orders');
  await tab.watch('fulfil', async () => {
    const { page } = tab;
    await click(page, 'link', order.orderNumber);
    await click(page, 'button', 'Mark as paid');
    await see(page, 'The cash of');
    await clickOn(page, '[role="dialog"] form button[type="submit"]');
    await see(page, 'The order is paid');
    await dialogGone(page);
    await click(page, 'button', 'Fulfil');
    await fill(page, 'Tracking number', 'TRK-7741');
    await clickOn(page, '[role="dialog"] form button[type="submit"]:not([disabled])');
    await see(page, 'TRK-7741');
    await dialogGone(page);
    await click(page, 'button', 'Mark as delivered');
    await clickOn(page, '[role="dialog"] form button[type="submit"]');
    await see(page, 'Delivered');
    await click(page, 'tab', 'Timeline');
    await see(page, 'Timeline');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('quick search finds an order by the beginning of its number, which is typed while the search is loading', async () => {
  const order = await createConfirmedOrder(shop.platform.container, { paid: true });
  const tab = await shop.open('/account');
  await tab.watch('quick-search', async () => {
    const { page } = tab;
    await see(page, 'Account and security');
    // The search comes when all has been typed.
    const letGo = await holdRequests(page, ({ pathname }) => pathname.includes('/console/assets/'));
    await pressKeys(page, 'Control', 'k');
    await typeText(page, `${order.orderNumber.slice(0, 8)}x`);
    await pressKey(page, 'Backspace');
    await see(page, order.orderNumber.slice(0, 8));
    letGo();
    await page.waitForSelector('input[aria-label="Search"]');
    await page.waitForFunction(
      () =>
        (globalThis as unknown as { document: { activeElement: { ariaLabel: string } } }).document
          .activeElement.ariaLabel === 'Search',
    );
    // Keys go into the field itself by now, after what was typed before.
    await typeText(page, order.orderNumber.slice(8, 10));
    const value = await page.$eval(
      'input[aria-label="Search"]',
      (field) => (field as unknown as { value: string }).value,
    );
    expect(value).toBe(order.orderNumber.slice(0, 10));
    await see(page, order.orderNumber);
    await clickOn(page, `::-p-text(${order.orderNumber})`);
    await see(page, 'Ships');
    expect(new URL(page.url()).pathname).toBe(`/console/admin/orders/${order.orderId}`);
    // It opens by the keys once more, empty.
    await pressKeys(page, 'Control', 'k');
    await page.waitForSelector('input[aria-label="Search"]');
    expect(
      await page.$eval(
        'input[aria-label="Search"]',
        (field) => (field as unknown as { value: string }).value,
      ),
    ).toBe('');
  });
  await tab.close();
});

it('invoice-becomes-ready: an invoice that is being rendered shows its file without a reload', async () => {
  const { knex } = shop.platform.container;
  const order = await createConfirmedOrder(shop.platform.container, { paid: true, vendors: [{}] });
  const { subOrderId, vendorId } = order.subOrders[0] ?? { subOrderId: '', vendorId: '' };
  await knex('invoices').insert({ subOrderId, orderId: order.orderId, vendorId, status: 'pending' });
  const tab = await shop.open(`/admin/orders/${order.orderId}?tab=invoices`);
  await tab.watch('invoice-becomes-ready', async () => {
    await see(tab.page, 'It is being rendered');
    const rendered = { storageKey: 'invoices/test.pdf', fileSize: 1000, renderedAt: new Date(), doneRev: 1 };
    await knex('invoices')
      .where({ subOrderId })
      .update({ status: 'ready', ...rendered });
    await see(tab.page, 'The PDF is ready');
    await tab.page.waitForSelector('::-p-aria([name="Download"])');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('retry-job: a job that was ended is started again from its page, once', async () => {
  const { knex, gateway } = shop.platform.container;
  const { orderId, orderNumber } = await createConfirmedOrder(shop.platform.container);
  const actor = { type: 'system' as const, id: 'test' };
  const origin = { actor, requestId: 'retry-test' };
  const { workflowId } = await gateway.start(followOrder, { orderId, orderNumber, userId: orderId, origin });
  await gateway.client.workflow.getHandle(workflowId).terminate('test');
  const eventId = newId();
  await knex('outbox_events').insert({
    id: eventId,
    type: 'order.placed',
    entityId: orderId,
    requestId: 'test',
    payload: '{}',
    actor: JSON.stringify(actor),
  });
  await knex('outbox_deliveries').insert({
    eventId,
    subscription: 'orders-follow',
    entityId: orderId,
    state: 'delivered',
    attempts: 3,
    deliveredAt: new Date(),
  });
  const tab = await shop.open(`/jobs/${encodeURIComponent(workflowId)}`);
  await tab.watch('retry-job', async () => {
    await click(tab.page, 'button', 'Retry');
    await clickOn(tab.page, '[role="dialog"] form button[type="submit"]');
    await see(tab.page, 'It is started again');
    expect(await knex('outbox_deliveries').where({ eventId })).toMatchObject([{ state: 'due' }]);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('a customer: orders, why no mail goes there, and a ban that is lifted', async () => {
  const { knex } = shop.platform.container;
  const order = await createConfirmedOrder(shop.platform.container, { paid: true });
  const { email } = order.buyer;
  await knex('mail_suppressions').insert({ address: email, reason: 'hard_bounce', source: 'provider' });
  const tab = await shop.open(`/admin/customers?search=${encodeURIComponent(email)}`);
  await tab.watch('customer', async () => {
    const { page } = tab;
    const confirm = async () => clickOn(page, '[role="dialog"] form button[type="submit"]');
    await click(page, 'link', email);
    await see(page, order.orderNumber);
    await see(page, 'Mails do not go to this address');
    await click(page, 'button', 'Send mails again');
    await confirm();
    await see(page, 'Mails go to the address again');
    expect(await knex('mail_suppressions').where({ address: email })).toEqual([]);
    await click(page, 'button', 'Ban');
    await see(page, 'is signed out everywhere');
    await confirm();
    await see(page, 'This account is banned');
    await click(page, 'button', 'Lift the ban');
    await confirm();
    const users = knex('accounts_users').where({ email });
    await eventually(async () => expect(await users).toMatchObject([{ bannedAt: null }]));
    await click(page, 'tab', 'Orders');
    await click(page, 'link', order.orderNumber);
    await see(page, 'Ships');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('a product: why buyers cannot buy it, and what search and feeds say of it', async () => {
  const { knex } = shop.platform.container;
  const { vendorId } = await createVendor(shop.platform.container);
  const title = 'Brass diya of Kolam Works';
  const { productId, variantId } = await createSellableVariant(shop.platform.container, vendorId, { title });
  const tab = await shop.open('/admin/products?tab=active');
  await tab.watch('product', async () => {
    const { page } = tab;
    await click(page, 'link', title);
    await see(page, 'Buyers can find and buy it');
    await see(page, 'In none');
    await knex('products').where({ id: productId }).update({ status: 'draft' });
    await knex('feeds_items').insert({
      feed: 'merchant',
      target: 'IN',
      variantId,
      status: 'failed',
      lastError: 'The code of the article is missing',
    });
    await reload(page);
    await see(page, 'The product is a draft');
    await see(page, 'The code of the article is missing');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('a search that finds nothing gets a synonym, and Why says why a product is absent', async () => {
  const { container, http } = shop.platform;
  const { vendorId } = await createVendor(container);
  await createSellableVariant(container, vendorId, { title: 'Brass diya' });
  await indexNow(container);
  const day = new Date().toISOString().slice(0, 10);
  await container.knex('search_queries').insert([
    { day, query: 'deepak', searches: 14, zeroResults: 14 },
    { day, query: 'brass', searches: 40, zeroResults: 0, clicks: 1 },
  ]);
  const tab = await shop.open('/search?tab=queries');
  await tab.watch('missed-queries', async () => {
    const { page } = tab;
    await see(page, '14 of 14 searches');
    await see(page, '1 opened in 40 searches');
    await click(page, 'button', 'Add a synonym of deepak');
    await see(page, 'Vendors call it');
    await page.waitForFunction(
      `document.activeElement?.closest('[role="dialog"]') && document.activeElement.matches('input:not([readonly])')`,
    );
    await typeText(page, 'diya');
    await pressKey(page, 'Enter');
    await click(page, 'button', 'Create');
    await see(page, 'The synonym is in effect within a second');
    expect(await container.knex('search_synonyms').select('root', 'words')).toEqual([
      { root: null, words: ['deepak', 'diya'] },
    ]);
    await eventually(async () => {
      const { body } = await http.get<{ products: { title: string }[] }>('/store/product-search?q=deepak');
      expect(body.data.products.map(({ title }) => title)).toContain('Brass diya');
    });
    await dialogGone(page);
    await click(page, 'button', 'Why a product is not found by brass');
    await clickOn(page, '::-p-aria([name="Product that buyers may have meant"])');
    await typeText(page, 'Brass');
    await clickOn(page, '[role="option"]::-p-text(Brass diya)');
    await page.waitForFunction(
      `/place 1 of/i.test(document.querySelector('[role="dialog"]')?.innerText ?? '')`,
    );
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('a result is shaped on the live list by buttons and keys, before and after side by side', async () => {
  const { container, http } = shop.platform;
  const { vendorId } = await createVendor(container);
  for (const title of ['Ash Urn', 'Birch Urn', 'Cedar Urn'])
    await createSellableVariant(container, vendorId, { title });
  await indexNow(container);
  const found = async () => {
    const { body } = await http.get<{ products: { title: string }[] }>('/store/product-search?q=urn');
    return body.data.products.map(({ title }) => title);
  };
  const [first = '', second = '', third = ''] = await found();
  const tab = await shop.open('/search?q=urn');
  await tab.watch('search-rules', async () => {
    const { page } = tab;
    await click(page, 'link', 'Shape the result of urn');
    const shown = (list: string) =>
      page.evaluate(
        `[...document.querySelectorAll('ol[aria-label="${list}"] a')].map((link) => link.textContent)`,
      );
    const comesTo = (titles: string[]) =>
      eventually(async () => expect(await shown('With the rule')).toEqual(titles));
    await comesTo([first, second, third]);
    await click(page, 'button', `Move up ${third}`);
    await comesTo([first, third, second]);
    await page.focus(`li[aria-label^="2: ${third}"]`);
    await pressKeys(page, 'Alt', 'ArrowUp');
    await comesTo([third, first, second]);
    // The focus stays with the product that moved.
    await page.waitForFunction(
      `document.activeElement?.getAttribute('aria-label')?.startsWith('1: ${third}')`,
    );
    await click(page, 'button', `Bury ${first}`);
    await comesTo([third, second, first]);
    expect(await shown('Without the rule')).toEqual([first, second, third]);
    await click(page, 'button', 'Create');
    await see(page, '1 pin, 1 burial');
    await eventually(async () => expect(await found()).toEqual([third, second, first]));
    // Anew: what was said of the last save lies over the next button.
    const { id } = (await container.knex('search_rules').first('id')) as { id: string };
    await visit(page, `${shop.platform.url}/console/admin/search/rules/${id}`);
    await comesTo([third, second, first]);
    await page.focus(`li[aria-label^="1: ${third}"]`);
    await pressKey(page, 'p');
    await comesTo([second, third, first]);
    await fillOn(page, 'input[placeholder="/pages/diwali"]', '/pages/urns');
    // Somebody else saves meanwhile: one field is theirs alone, one is asked about.
    const activeUntil = '2999-01-01T00:00:00.000Z';
    await container
      .knex('search_rules')
      .where({ id })
      .update({ redirect: '/cart', activeUntil, updatedAt: new Date() });
    await click(page, 'button', 'Save');
    await see(page, 'Somebody else has changed the same');
    await click(page, 'button', 'Theirs: /cart');
    // What was said of the conflict lies over the button for a while.
    await page.waitForFunction(`!document.querySelector('.mantine-Notification-root')`);
    await click(page, 'button', 'Save');
    await see(page, '1 burial');
    const saved = await container.knex('search_rules').where({ id }).first('redirect', 'activeUntil', 'pins');
    expect(saved).toEqual({ redirect: '/cart', activeUntil: new Date(activeUntil), pins: [] });
    await eventually(async () => expect(await found()).toEqual([second, third, first]));
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('the Jobs page has what was refused, and links to the lists of the engine’s web UI', async () => {
  const tab = await shop.open('/jobs?tab=refused');
  await tab.watch('engine-lists', async () => {
    const { page } = tab;
    await see(page, 'Nothing was refused');
    const links = await page.$$eval('nav[aria-label^="In the engine"] a', (items) =>
      items.map((item) => (item as unknown as { href: string }).href),
    );
    const queries = links.map((link) => new URL(link).searchParams.get('query'));
    expect(queries).toEqual(engineViews.map((view) => viewedOn(view, new Date())));
    for (const link of links) {
      const { origin, pathname } = new URL(link);
      expect(origin).toBe(ENGINE_UI);
      expect(pathname).toMatch(/^\/namespaces\/[^/]+\/workflows$/);
    }
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
