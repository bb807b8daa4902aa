import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { click, clickOn, fill, see, visit } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { type ConsolePage, startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
let tab: ConsolePage;
let order: TestOrder;
let parcel: TestOrder;

/** Everything that can wait, once; each test begins at Home. */
beforeAll(async () => {
  shop = await startConsole();
  const { container } = shop.platform;
  const { knex } = container;
  order = await createConfirmedOrder(container, { paid: true, vendors: [{}] });
  const { subOrderId, vendorId } = order.subOrders[0] ?? { subOrderId: '', vendorId: '' };
  await knex('invoices').insert({
    subOrderId,
    orderId: order.orderId,
    vendorId,
    status: 'failed',
    error: 'The browser ended while it made a PDF',
  });
  const eventId = newId();
  const actor = JSON.stringify({ type: 'system', id: 'test' });
  await knex('outbox_events').insert({
    id: eventId,
    type: 'order.placed',
    entityId: eventId,
    requestId: 'test',
    payload: '{}',
    actor,
  });
  await knex('outbox_deliveries').insert({
    eventId,
    subscription: 'orders-follow',
    entityId: eventId,
    state: 'parked',
    lastError: 'The carrier refuses the address',
  });
  const params = JSON.stringify({
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
    filters: {},
  });
  await knex('reports_exports').insert({
    reportKey: 'orders',
    format: 'csv',
    status: 'failed',
    params,
    fileName: 'orders_2026-10.csv',
    error: 'The disk was full',
    actor,
  });
  await knex('mail_messages').insert({
    template: 'order.confirmed',
    role: 'customer',
    recipient: order.buyer.email,
    dedupeKey: 'unclear-1',
    state: 'unclear',
    lastError: 'The provider gave no response',
    orderId: order.orderId,
  });
  const late = await createConfirmedOrder(container, {
    paid: true,
    status: 'pending_payment',
    placedAt: new Date(Date.now() - 7_200_000),
  });
  expect(late.orderId).toBeTruthy();
  await knex('product_imports').insert({
    vendorId,
    fileKey: 'imports/winter.csv',
    fileName: 'winter.csv',
    fileSize: 4096,
    status: 'completed',
    rowsRead: 40,
    rowsFailed: 3,
    issues: 3,
    actor,
    finishedAt: new Date(),
  });
  parcel = await createConfirmedOrder(container, { paid: true, vendors: [{}] });
  const [sent] = parcel.subOrders;
  await knex('orders_sub_orders')
    .where({ id: sent?.subOrderId })
    .update({ status: 'fulfilled', fulfilledAt: new Date() });
  await knex('shipping_shipments').insert({
    orderId: parcel.orderId,
    subOrderId: sent?.subOrderId,
    vendorId: sent?.vendorId,
    attempt: 1,
    reference: 'REF-1',
    lines: '[]',
    providerId: 'carrier',
    method: 'courier',
    status: 'created',
    actor,
    requestedAt: new Date(),
  });
  tab = await shop.open('/');
});
afterAll(() => shop.stop());

beforeEach(async () => {
  await visit(tab.page, `${shop.platform.url}/console/`);
  await see(tab.page, 'Needs attention');
});

/** The button of the dialog that is open. */
const confirm = async () => clickOn(tab.page, '[role="dialog"] form button[type="submit"]');

it('a failed invoice: its reason, and another attempt', async () => {
  await tab.watch('three-clicks-invoice', async () => {
    await see(tab.page, 'The browser ended while it made a PDF');
    await click(tab.page, 'link', order.orderNumber);
    await click(tab.page, 'button', 'Try again');
    await confirm();
    const rows = shop.platform.container.knex('invoices').where({ orderId: order.orderId });
    await eventually(async () => expect(await rows).not.toMatchObject([{ status: 'failed' }]));
  });
});

it('a parked delivery: its reason, and a retry', async () => {
  await tab.watch('three-clicks-delivery', async () => {
    await see(tab.page, 'The carrier refuses the address');
    await click(tab.page, 'link', 'orders-follow');
    await clickOn(tab.page, 'input[aria-label^="Choose order.placed"]');
    await click(tab.page, 'button', 'Retry 1');
    const rows = shop.platform.container
      .knex('outbox_deliveries')
      .where({ subscription: 'orders-follow', state: 'parked' });
    await eventually(async () => expect(await rows).toEqual([]));
  });
});

it('a failed export: its reason, and a retry', async () => {
  await tab.watch('three-clicks-export', async () => {
    await click(tab.page, 'link', 'orders_2026-10.csv');
    await see(tab.page, 'The disk was full');
    await click(tab.page, 'button', 'Retry');
    await confirm();
    const rows = shop.platform.container.knex('reports_exports').where({ status: 'pending' });
    await eventually(async () => expect(await rows).toHaveLength(1));
  });
});

it('a mail of unclear fate: its reason, and sending it again', async () => {
  await tab.watch('three-clicks-mail', async () => {
    await click(tab.page, 'link', 'order.confirmed');
    await see(tab.page, 'The provider gave no response');
    await click(tab.page, 'button', 'Send again');
    await tab.page.waitForSelector('[role="dialog"]');
  });
});

it('an unpaid order past its time: why, and the order', async () => {
  await tab.watch('three-clicks-unpaid', async () => {
    await see(tab.page, 'The time to pay is over');
    await click(tab.page, 'link', 'Unpaid orders past their time');
    await see(tab.page, 'Pending payment');
    expect(tab.problems).toEqual([]);
  });
});

it('an import with bad rows: how many, and the report of each', async () => {
  await tab.watch('three-clicks-import', async () => {
    await see(tab.page, '3 rows were refused');
    await clickOn(tab.page, '::-p-xpath(//a[contains(text(), "winter.csv")])');
    await see(tab.page, 'Completed');
    const report = await tab.page.waitForSelector('a[href$="/errors"]');
    const href = (await report?.evaluate((node) => (node as unknown as { href: string }).href)) ?? '';
    const file = await shop.platform.http.as(tab.session?.token ?? '').raw('GET', new URL(href).pathname);
    expect(file.status).toBe(200);
  });
});

it('a shipment without AWB: why, and the end of it', async () => {
  await tab.watch('three-clicks-awb', async () => {
    await see(tab.page, 'The carrier gave no AWB');
    await clickOn(
      tab.page,
      `::-p-xpath(//a[text()="Shipments without an AWB"]/..) ::-p-text(${parcel.orderNumber})`,
    );
    await see(tab.page, 'No AWB yet');
    await click(tab.page, 'button', 'Cancel the sub-order');
    await fill(tab.page, 'Reason', 'The carrier lost it');
    await confirm();
    const rows = shop.platform.container.knex('orders_sub_orders').where({ orderId: parcel.orderId });
    await eventually(async () => expect(await rows).toMatchObject([{ status: 'cancelled' }]));
  });
});
