import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { webhookEvents } from '#api/webhook-events.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { systemContext } from '#domain/_shared/context.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { newId } from '#lib/ids.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import {
  createEndpoint,
  startWebhookSandbox,
  type WebhookDrains,
  webhookDrains,
  type WebhookSandbox,
} from './webhook-shop.js';

let platform: TestPlatform;
let sandbox: WebhookSandbox;
let drains: WebhookDrains;

beforeAll(async () => {
  sandbox = await startWebhookSandbox({ port: 0 });
  platform = await startPlatform();
  drains = webhookDrains(platform.container);
});

afterAll(async () => {
  await drains.stop();
  await platform.stop();
  await sandbox.close();
});

async function order() {
  const created = await createConfirmedOrder(platform.container);
  const { knex } = platform.container;
  const subOrders = (await knex('orders_sub_orders').where({ orderId: created.orderId }).orderBy('id')) as {
    id: string;
    vendorId: string;
  }[];
  const row = (await knex('orders').where({ id: created.orderId }).first()) as {
    id: string;
    orderNumber: string;
    email: string;
    userId: string;
  };
  return { ...row, subOrders };
}

function recorded(type: string, entityId: string, payload: Record<string, unknown>): RecordedEvent {
  const actor = { type: 'system' as const, id: 'test' };
  return { id: newId(), type, entityId, payload, actor, requestId: 'test', createdAt: new Date() };
}

it('the vendors of an order each get their own part, without the others’ lines and the buyer’s e-mail', async () => {
  const { container } = platform;
  const { id, orderNumber, email, userId, subOrders } = await order();
  const [first, second] = subOrders;
  const endpoints = await Promise.all(
    subOrders.map(({ vendorId }) => createEndpoint(container, sandbox, { vendorId, events: ['order.*'] })),
  );
  const stranger = await createEndpoint(container, sandbox, {
    vendorId: (await order()).subOrders[0]?.vendorId ?? '',
  });
  const admin = await createEndpoint(container, sandbox, { events: ['order.paid', 'order.sub_order.*'] });
  const ctx = systemContext({ name: 'test' }, new Date());
  const payload = { orderId: id, orderNumber, userId, grandTotal: 1, currency: 'INR' };
  await container.unitOfWork.run(ctx, (tx) => {
    container.outbox.append(tx, ctx, ordersEvents.paid, id, payload);
    const of = { orderId: id, orderNumber, userId };
    const { id: orderVendorId = '', vendorId = '' } = first ?? {};
    container.outbox.append(tx, ctx, ordersEvents.subOrderDelivered, id, { ...of, orderVendorId, vendorId });
  });
  await drains.fanOut();
  await drains.deliver();

  const [ofFirst, ofSecond] = endpoints.map(({ path }) => sandbox.received(path));
  expect(ofFirst?.map(({ type }) => type).sort()).toEqual(['order.paid', 'order.sub_order.delivered']);
  expect(ofSecond?.map(({ type }) => type)).toEqual(['order.paid']);
  expect(sandbox.received(stranger.path)).toEqual([]);
  expect(sandbox.received(admin.path)).toHaveLength(2);
  expect(sandbox.received(admin.path)[0]?.body).toContain(email);
  for (const { body } of [...(ofFirst ?? []), ...(ofSecond ?? [])]) expect(body).not.toContain(email);
  for (const { body } of ofFirst ?? []) {
    expect(JSON.parse(body)).toMatchObject({ data: { id: first?.id } });
    expect(body).not.toContain(second?.id);
    expect(body).not.toContain(second?.vendorId);
  }
});

it('every mapper for vendors returns nothing to a vendor that the event does not concern', async () => {
  const { container } = platform;
  const { id, orderNumber, userId, subOrders } = await order();
  const [own] = subOrders;
  const foreign = (await order()).subOrders[0]?.vendorId ?? '';
  const payload = {
    orderId: id,
    orderNumber,
    userId,
    orderVendorId: own?.id,
    vendorId: own?.vendorId,
    productId: newId(),
    variantId: newId(),
    importId: newId(),
    productIds: [],
    invoiceId: newId(),
    returnRequestId: newId(),
    payoutId: newId(),
    exportId: newId(),
    applicationId: newId(),
    approvalId: newId(),
  };
  const reader = { knex: container.knex, now: new Date() };
  for (const { name, vendor } of webhookEvents) {
    const event = recorded(name, id, payload);
    expect([name, (await vendor?.data(reader, event, foreign)) ?? null]).toEqual([name, null]);
    expect([name, [...((await vendor?.vendorsOf(reader, event)) ?? [])].includes(foreign)]).toEqual([
      name,
      false,
    ]);
  }
});

it('an event comes to an endpoint once, however often it is fanned out', async () => {
  const { container } = platform;
  const { id, orderNumber, userId } = await order();
  const endpoint = await createEndpoint(container, sandbox, { events: ['order.*'] });
  const ctx = systemContext({ name: 'test' }, new Date());
  const payload = { orderId: id, orderNumber, userId, grandTotal: 1, currency: 'INR' };
  await container.unitOfWork.run(ctx, (tx) => {
    container.outbox.append(tx, ctx, ordersEvents.paid, id, payload);
  });
  const due = await container.events.takeBatch('webhook-events', 500);
  const control = { heartbeat: () => undefined, signal: new AbortController().signal };
  // A worker that died after the messages were written, before it could say so: the batch comes again.
  await Promise.all([drains.handler()(due, control), drains.handler()(due, control)]);
  await drains.fanOut();
  await drains.deliver();
  await drains.deliver();
  expect(sandbox.received(endpoint.path)).toHaveLength(1);
});

it('an event that no endpoint could get is not written down for the fan-out', async () => {
  const { container } = platform;
  await container.knex('outbound_webhooks_endpoints').update({ deletedAt: new Date() });
  const before = await container.knex('outbox_deliveries').where({ subscription: 'webhook-events' });
  const ctx = systemContext({ name: 'test' }, new Date());
  const payload = { orderId: newId(), orderNumber: 'HT-1', userId: newId(), grandTotal: 1, currency: 'INR' };
  await container.unitOfWork.run(ctx, (tx) => {
    container.outbox.append(tx, ctx, ordersEvents.paid, payload.orderId, payload);
  });
  expect(await container.knex('outbox_deliveries').where({ subscription: 'webhook-events' })).toHaveLength(
    before.length,
  );
});
