import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { click, clickOn, fillOn, see, visit } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
beforeAll(async () => {
  shop = await startConsole();
});
afterAll(() => shop.stop());

it('live-counter-moves: an order that is paid is counted on Home at once', async () => {
  const { container, http } = shop.platform;
  const order = await createConfirmedOrder(container, { vendors: [{}] });
  const tab = await shop.open('/');
  await tab.watch('live-counter-moves', async () => {
    await see(tab.page, '0 orders paid today');
    const { token } = tab.session ?? { token: '' };
    expect((await http.as(token).post(`/admin/orders/${order.orderId}/mark-paid`, {})).status).toBe(200);
    await see(tab.page, '1 order paid today');
    expect(tab.requests.filter((line) => line.includes('/live/orders'))).toHaveLength(1);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('export-progress: a file that is being written moves on, and can be downloaded without a reload', async () => {
  const { knex } = shop.platform.container;
  const params = JSON.stringify({
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
    filters: {},
  });
  const actor = JSON.stringify({ type: 'system', id: 'test' });
  const fileName = 'orders_2026-10.csv';
  await knex('reports_exports').insert({
    reportKey: 'orders',
    format: 'csv',
    status: 'processing',
    params,
    fileName,
    actor,
    rowCount: 200,
    rowTotal: 1000,
  });
  const tab = await shop.open('/reports?tab=exports');
  await tab.watch('export-progress', async () => {
    const bar = async () =>
      tab.page.$eval(
        '[role="progressbar"]',
        (node) => (node as unknown as { ariaValueNow: string }).ariaValueNow,
      );
    await see(tab.page, '200 rows');
    expect(Number(await bar())).toBe(20);
    await knex('reports_exports').where({ fileName }).update({ rowCount: 800 });
    await see(tab.page, '800 rows');
    expect(Number(await bar())).toBe(80);
    const now = new Date();
    const made = {
      status: 'ready',
      rowCount: 1000,
      fileSize: 4096,
      completedAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    };
    await knex('reports_exports').where({ fileName }).update(made);
    await tab.page.waitForSelector('::-p-aria([name="Download"])');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('notes of operators stand on orders, vendors and customers, and are deleted with their text kept in the audit log', async () => {
  const { container } = shop.platform;
  const { vendorId } = await createVendor(container);
  const order = await createConfirmedOrder(container, { vendorIds: [vendorId], paid: true });
  const paths = [
    `/admin/orders/${order.orderId}`,
    `/admin/vendors/${vendorId}`,
    `/admin/customers/${order.buyer.userId}`,
  ];
  const tab = await shop.open('/account');
  await tab.watch('notes', async () => {
    const { page } = tab;
    for (const path of paths) {
      await visit(page, `${shop.platform.url}/console${path}`);
      await fillOn(page, 'textarea[aria-label="New note"]', `Called about ${path}`);
      await click(page, 'button', 'Add the note');
      await page.waitForFunction(
        (text: string) =>
          (
            globalThis as unknown as { document: { body: { innerText: string } } }
          ).document.body.innerText.includes(text),
        {},
        `Called about ${path}`,
      );
    }
    await clickOn(page, '::-p-xpath((//section[.//h2[text()="Internal notes"]]//button)[1])');
    await clickOn(page, '[role="dialog"] form button[type="submit"]');
    await see(page, 'No notes yet');
    const notes = (await container.knex('notes').pluck('entity')) as string[];
    await eventually(async () => expect(notes.sort()).toEqual(['order', 'vendor']));
    await visit(page, `${shop.platform.url}/console/admin/audit`);
    await click(page, 'button', 'Show');
    await see(page, `Called about ${paths[2] ?? ''}`);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
