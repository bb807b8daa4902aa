import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

interface Delivery {
  eventId: string;
  subscription: string;
  state: string;
  attempts: number;
}

async function parked(): Promise<Delivery> {
  const { container } = platform;
  const ctx = systemContext({ name: 'test' }, new Date());
  const subOrderId = newId();
  await container.unitOfWork.run(ctx, (tx) =>
    container.outbox.append(tx, ctx, invoicesEvents.requested, subOrderId, {
      orderId: newId(),
      orderNumber: 'HT-TEST',
      orderVendorId: subOrderId,
      vendorId: newId(),
    }),
  );
  await container
    .knex('outbox_deliveries')
    .where({ entityId: subOrderId })
    .update({ state: 'parked', attempts: 10 });
  const query = `filters[]=state:eq:parked&filters[]=entityId:eq:${subOrderId}`;
  const response = await admin.get<Delivery[]>(`/admin/event-deliveries?${query}`);
  expect(response.body.metadata).toEqual({ total: 1, limit: 20, offset: 0, hasMore: false });
  return response.body.data[0] ?? { eventId: '', subscription: '', state: '', attempts: 0 };
}

describe('a parked delivery', () => {
  it('is tried again from the start', async () => {
    const delivery = await parked();
    const path = `/admin/event-deliveries/${delivery.eventId}/${delivery.subscription}`;
    expect((await admin.post(`${path}/retry`)).status).toBe(200);
    const row = (await platform.container
      .knex('outbox_deliveries')
      .where({ eventId: delivery.eventId })
      .first()) as Delivery;
    expect(row).toMatchObject({ state: 'due', attempts: 0 });
    await platform.container
      .knex('outbox_deliveries')
      .where({ eventId: delivery.eventId })
      .update({ state: 'delivered' });
    expect((await admin.post(`${path}/retry`)).status).toBe(409);
    const audit = await platform.container.knex('audit_entries').where({ entityId: delivery.eventId });
    expect(audit).toHaveLength(1);
  });

  it('is given up', async () => {
    const delivery = await parked();
    const path = `/admin/event-deliveries/${delivery.eventId}/${delivery.subscription}`;
    expect((await admin.post(`${path}/drop`)).status).toBe(200);
    expect((await admin.post(`${path}/drop`)).status).toBe(404);
  });
});

describe('several parked deliveries', () => {
  interface Count {
    count: number;
    hasMore: boolean;
  }
  const keyOf = ({ eventId, subscription }: Delivery) => ({ eventId, subscription });
  const stateOf = async ({ eventId }: Delivery) =>
    (await platform.container.knex('outbox_deliveries').where({ eventId }).pluck('state')) as string[];
  const entityOf = async ({ eventId }: Delivery) =>
    ((await platform.container.knex('outbox_events').where({ id: eventId }).first()) as { entityId: string })
      .entityId;

  it('are retried by their keys, and those that were delivered are left out', async () => {
    const [first, second, delivered] = [await parked(), await parked(), await parked()];
    await platform.container
      .knex('outbox_deliveries')
      .where({ eventId: delivered.eventId })
      .update({ state: 'delivered' });
    const deliveries = [first, second, delivered].map(keyOf);
    const done = await admin.post<Count>('/admin/event-deliveries/retry', { deliveries });
    expect([done.status, done.body.data]).toEqual([200, { count: 2, hasMore: false }]);
    expect([await stateOf(first), await stateOf(second), await stateOf(delivered)]).toEqual([
      ['due'],
      ['due'],
      ['delivered'],
    ]);
    const audit = await platform.container
      .knex('audit_entries')
      .where({ entity: 'outboxDelivery', action: 'retry' })
      .whereIn('entityId', [first.eventId, second.eventId, delivered.eventId]);
    expect(audit).toHaveLength(2);
  });

  it('are dropped by a filter, and others stay', async () => {
    const [dropped, other] = [await parked(), await parked()];
    const entityId = await entityOf(dropped);
    const none = { filter: { state: 'due', entityId } };
    expect((await admin.post<Count>('/admin/event-deliveries/drop', none)).body.data.count).toBe(0);
    const filter = {
      state: 'parked',
      entityId,
      type: 'invoice.requested',
      subscription: dropped.subscription,
    };
    const done = await admin.post<Count>('/admin/event-deliveries/drop', { filter });
    expect([done.status, done.body.data]).toEqual([200, { count: 1, hasMore: false }]);
    expect([await stateOf(dropped), await stateOf(other)]).toEqual([[], ['parked']]);
  });

  it('need either keys or a filter, without unknown keys', async () => {
    const delivery = await parked();
    const filter = { state: 'parked' };
    for (const body of [
      {},
      { deliveries: [] },
      { filter: {} },
      { filter, unknown: true },
      { filter: { ...filter, subscriptions: 'x' } },
      { deliveries: [keyOf(delivery)], filter },
      { deliveries: Array.from({ length: 201 }, () => keyOf(delivery)) },
    ])
      expect((await admin.post('/admin/event-deliveries/drop', body)).status).toBe(400);
    expect(await stateOf(delivery)).toEqual(['parked']);
  });
});
