import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createEventsSweepActivities } from '#activities/events/events-sweep.activities.js';
import { createDeliveriesRepository } from '#db/events/deliveries.repository.js';
import { redeliverOpenFlows } from '#db/events/open-flows.query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { readyExport } from '../reports/ready-export.js';

const AWAY = platformErrors.storageUnavailable.definition.message;
const DAY_MS = 86_400_000;

interface Retried {
  invoices: number;
  exports: number;
  labels: number;
}

let platform: TestPlatform;
let admin: HttpClient;
beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());

const ids = ({ subOrders: [subOrder] }: TestOrder) => ({
  subOrderId: subOrder?.subOrderId ?? '',
  vendorId: subOrder?.vendorId ?? '',
});

async function failedInvoice(error: string, daysAgo = 1): Promise<string> {
  const { knex } = platform.container;
  const order = await createConfirmedOrder(platform.container, { vendors: [{}] });
  await knex('invoices').insert({
    ...ids(order),
    orderId: order.orderId,
    status: 'failed',
    error,
    requestedRev: 1,
    updatedAt: new Date(Date.now() - daysAgo * DAY_MS),
  });
  return ids(order).subOrderId;
}

async function parcelWithoutLabel(): Promise<string> {
  const order = await createConfirmedOrder(platform.container, { vendors: [{}] });
  const { subOrderId, vendorId } = ids(order);
  const [row] = (await platform.container
    .knex('shipping_shipments')
    .insert({
      orderId: order.orderId,
      subOrderId,
      vendorId,
      attempt: 1,
      reference: subOrderId,
      lines: '[]',
      providerId: 'carrier',
      method: 'courier',
      status: 'created',
      awb: subOrderId,
      actor: '{}',
      labelUrl: 'https://carrier.example/label.pdf',
      requestedAt: new Date(),
      createdAt: new Date(),
    })
    .returning('id')) as { id: string }[];
  return row?.id ?? '';
}

async function failedExport(error: string): Promise<string> {
  const id = await readyExport(platform.container, { status: 'failed' });
  await platform.container.knex('reports_exports').where({ id }).update({ error });
  return id;
}

const retry = async (body: object) => (await admin.post<Retried>('/admin/jobs/retry-failed', body)).body.data;
const requested = (entityId: string) =>
  platform.container.knex('outbox_events').where({ entityId }).pluck('type') as unknown as Promise<string[]>;

it('requests again what failed while the storage was away, and with one more act the rest', async () => {
  const { knex } = platform.container;
  const [away, old, broken] = [
    await failedInvoice(AWAY),
    await failedInvoice(AWAY, 40),
    await failedInvoice('A line has no title'),
  ];
  const [exportAway, cancelled] = [await failedExport(AWAY), await failedExport('Cancelled by the operator')];
  const parcel = await parcelWithoutLabel();

  expect(await retry({ onlyOutages: true })).toEqual({ invoices: 1, exports: 1, labels: 1 });
  expect(await knex('invoices').where({ subOrderId: away }).first('status', 'error', 'requestedRev')).toEqual(
    {
      status: 'pending',
      error: null,
      requestedRev: 2,
    },
  );
  expect(await requested(away)).toEqual(['invoice.requested']);
  expect(await requested(exportAway)).toEqual(['report.export.requested']);
  expect(await requested(parcel)).toEqual(['shipping.shipment.awb_assigned']);
  expect([await requested(old), await requested(broken)]).toEqual([[], []]);
  expect(
    await knex('audit_entries').where({ entityId: 'retry-failed' }).first('action', 'after'),
  ).toMatchObject({ action: 'retry', after: { invoices: 1, exports: 1, labels: 1 } });

  // An export that was cancelled by its name of it stays; other errors are tried when somebody asks for it.
  await knex('reports_exports').where({ id: cancelled }).update({ error: 'Cancelled' });
  expect(await retry({ kinds: ['invoices'], days: 90 })).toEqual({ invoices: 2, exports: 0, labels: 0 });
  expect(await retry({ kinds: ['invoices'] })).toEqual({ invoices: 0, exports: 0, labels: 0 });
});

it('needs the right to retry', async () => {
  const reader = platform.http.as((await createSession(platform.container)).token);
  expect((await reader.post('/admin/jobs/retry-failed', {})).status).toBe(403);
  expect((await admin.post('/admin/jobs/retry-failed', { kinds: ['refunds'] })).status).toBe(400);
});

it('events of open work are never swept, and what has none is named', async () => {
  const { container } = platform;
  const { knex } = container;
  const [broadcastId, doneId] = [newId(), newId()];
  const event = async (entityId: string) => {
    const id = newId();
    await knex('outbox_events').insert({
      id,
      type: 'campaign.broadcast_scheduled',
      entityId,
      payload: '{}',
      requestId: 'test',
      actor: JSON.stringify({ type: 'system', id: 'test' }),
      createdAt: new Date(Date.now() - 20 * DAY_MS),
    });
    await knex('outbox_deliveries').insert({
      eventId: id,
      subscription: 'campaigns-broadcast',
      entityId,
      state: 'delivered',
    });
    return id;
  };
  await knex('campaigns_broadcasts').insert({
    id: broadcastId,
    status: 'scheduled',
    audience: '{"type":"all_customers"}',
    subject: 'Lamps',
    blocks: '[]',
    recipientCount: 0,
    scheduleFor: new Date(Date.now() + 20 * DAY_MS),
    createdBy: 'test',
  });
  const [kept, swept] = [await event(broadcastId), await event(doneId)];
  const { sweepDeliveredEvents } = createEventsSweepActivities({
    ...container,
    deliveries: createDeliveriesRepository(knex),
  });
  await new MockActivityEnvironment().run(sweepDeliveredEvents, { keepDays: 7 });
  expect(await knex('outbox_events').whereIn('id', [kept, swept]).pluck('id')).toEqual([kept]);

  const found = await redeliverOpenFlows(knex);
  expect(found.find(({ subscription }) => subscription === 'campaigns-broadcast')).toMatchObject({
    open: 1,
    redelivered: 1,
    missing: [],
  });
  await knex('outbox_events').where({ id: kept }).delete();
  const again = await redeliverOpenFlows(knex);
  expect(again.find(({ subscription }) => subscription === 'campaigns-broadcast')).toMatchObject({
    open: 1,
    redelivered: 0,
    missing: [broadcastId],
  });
});
