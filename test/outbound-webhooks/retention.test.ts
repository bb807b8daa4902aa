import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createWebhooksSweep } from '#activities/outbound-webhooks/webhooks-sweep.js';
import { MAX_HELD } from '#domain/outbound-webhooks/endpoint.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { insertedEndpoint } from './outbound-webhooks.entities.js';
import { insertDeliveries } from './webhook-rows.js';
import { createMessages, webhookDrains } from './webhook-shop.js';

const HOUR_MS = 3_600_000;
let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  const permissions = ['webhook:view', 'webhook:manage', 'order:view'];
  admin = platform.http.as((await createSession(platform.container, { permissions })).token);
});
beforeEach(async () => {
  const { knex } = platform.container;
  await knex('outbound_webhooks_deliveries').delete();
  await knex('outbound_webhooks_messages').delete();
});
afterAll(() => platform.stop());

const daysAgo = (days: number, minutes = 0) => new Date(Date.now() - days * 24 * HOUR_MS - minutes * 60_000);
const sweep = () =>
  new MockActivityEnvironment().run(createWebhooksSweep(platform.container)) as Promise<
    Record<string, number>
  >;

async function count(table: string, where: Record<string, unknown> = {}): Promise<number> {
  const [row] = (await platform.container.knex(table).where(where).count({ n: '*' })) as { n: number }[];
  return row?.n ?? 0;
}

it('bodies of requests and responses go after 14 days, but for those still to be sent', async () => {
  const { container } = platform;
  const { id } = await insertedEndpoint(container, null);
  for (const state of ['delivered', 'failed', 'pending'])
    await insertDeliveries(container, id, { state, createdAt: daysAgo(14, 5) });
  await insertDeliveries(container, id, { createdAt: daysAgo(14, -5) });
  expect(await sweep()).toMatchObject({ bodies: 2, responses: 3, deliveries: 0, messages: 0 });
  const rows = (await container
    .knex('outbound_webhooks_deliveries as d')
    .join('outbound_webhooks_messages as m', 'm.id', 'd.messageId')
    .join('outbound_webhooks_attempts as a', 'a.deliveryId', 'd.id')
    .orderBy('d.createdAt')
    .orderBy('d.id')
    .select('d.id', 'd.state', 'm.body', 'a.responseBody', 'a.responseHeaders', 'a.status')) as {
    id: string;
    state: string;
    body: string | null;
  }[];
  expect(rows.map(({ state, body }) => [state, body !== null])).toEqual([
    ['delivered', false],
    ['failed', false],
    ['pending', true],
    ['delivered', true],
  ]);
  expect(rows[0]).toMatchObject({ responseBody: null, responseHeaders: null, status: 200 });
  expect(rows[3]).toMatchObject({ responseBody: 'ok', responseHeaders: { server: 'erp' } });

  const path = `/admin/webhooks/deliveries/${rows[0]?.id ?? ''}`;
  expect(data(await admin.get<object>(path))).toMatchObject({
    request: { body: null },
    attemptList: [{ status: 200, responseBody: null }],
  });
  const refused = await admin.post(`${path}/redeliver`);
  expect([refused.status, refused.body.reason]).toEqual([409, 'outbound_webhooks.body_deleted']);
  const range = {
    from: daysAgo(20).toISOString(),
    to: daysAgo(14).toISOString(),
    states: ['delivered', 'failed'],
  };
  const counted = await admin.post<object>(`/admin/webhooks/${id}/redeliver`, { ...range, countOnly: true });
  expect(data(counted)).toEqual({ count: 0 });
});

it('deliveries go after 90 days with their attempts and messages', async () => {
  const { container } = platform;
  const { id } = await insertedEndpoint(container, null);
  await insertDeliveries(container, id, { count: 3, createdAt: daysAgo(90, 5) });
  await insertDeliveries(container, id, { createdAt: daysAgo(90, -5) });
  expect(await sweep()).toMatchObject({ deliveries: 3, messages: 3 });
  const left = await Promise.all(
    ['outbound_webhooks_deliveries', 'outbound_webhooks_messages', 'outbound_webhooks_attempts'].map(
      (table) => count(table),
    ),
  );
  expect(left).toEqual([1, 1, 1]);
  expect(await sweep()).toMatchObject({ deliveries: 0, messages: 0 });
});

it('held events go after three days and beyond the newest 10,000, and are counted', async () => {
  const { container } = platform;
  const disabled = { state: 'disabled', disabledReason: 'manual', disabledAt: daysAgo(5) };
  const { id } = await insertedEndpoint(container, null, disabled);
  await insertDeliveries(container, id, { count: 7, state: 'held', createdAt: daysAgo(3, 5) });
  await insertDeliveries(container, id, { count: MAX_HELD - 2, state: 'held', createdAt: daysAgo(2) });
  await insertDeliveries(container, id, { count: 6, state: 'held', createdAt: daysAgo(1) });
  await sweep();
  const path = `/admin/webhooks/${id}`;
  expect(data(await admin.get<object>(path))).toMatchObject({ held: MAX_HELD, droppedEvents: 11 });
  // The oldest went, not the newest.
  const newest = (await container
    .knex('outbound_webhooks_deliveries')
    .where('createdAt', '>', daysAgo(1, 5))
    .count({ n: '*' })) as { n: number }[];
  expect(newest[0]?.n).toBe(6);
  // What is dropped on request is gone, and nothing is sent.
  expect(data(await admin.post<object>(`${path}/enable`, { held: 'drop' }))).toMatchObject({
    held: 0,
    droppedEvents: 0,
  });
  expect(await count('outbound_webhooks_deliveries', { endpointId: id })).toBe(0);
});

it('what deleted endpoints have left goes, and what others have stays', async () => {
  const { container } = platform;
  const deleted = await insertedEndpoint(container, null, { deletedAt: new Date() });
  const other = await insertedEndpoint(container, null);
  await insertDeliveries(container, deleted.id, { count: 4, state: 'pending', createdAt: new Date() });
  await insertDeliveries(container, other.id, { createdAt: new Date() });
  expect(await sweep()).toMatchObject({ ofDeletedEndpoints: 4 });
  expect(await count('outbound_webhooks_endpoints', { id: deleted.id })).toBe(0);
  expect(await count('outbound_webhooks_endpoints', { id: other.id })).toBe(1);
  expect(await count('outbound_webhooks_deliveries')).toBe(1);
});

it('an endpoint says since when its oldest due delivery waits', async () => {
  const { container } = platform;
  const { id } = await insertedEndpoint(container, null);
  const path = `/admin/webhooks/${id}`;
  expect(data(await admin.get<object>(path))).toMatchObject({ oldestDueAt: null });
  const since = new Date(Date.now() - 2 * HOUR_MS);
  await insertDeliveries(container, id, { state: 'delivered', createdAt: daysAgo(2) });
  await insertDeliveries(container, id, { state: 'pending', createdAt: new Date(Date.now() + HOUR_MS) });
  expect(data(await admin.get<object>(path))).toMatchObject({ oldestDueAt: null });
  await insertDeliveries(container, id, { state: 'pending', createdAt: since });
  expect(data(await admin.get<object>(path))).toMatchObject({ oldestDueAt: since.toISOString() });
  const listed = data(await admin.get<{ id: string }[]>('/admin/webhooks?limit=50'));
  expect(listed.find((endpoint) => endpoint.id === id)).toMatchObject({ oldestDueAt: since.toISOString() });
});

it('a delivery without its body ends as failed, and sends nothing', async () => {
  const { container } = platform;
  const { id } = await insertedEndpoint(container, null, { url: `http://127.0.0.1:9/${newId()}` });
  const [messageId] = await createMessages(container, [id]);
  await container
    .knex('outbound_webhooks_messages')
    .where({ id: messageId ?? '' })
    .update({ body: null });
  const drains = webhookDrains(container);
  await drains.deliver();
  await drains.stop();
  expect(await container.knex('outbound_webhooks_deliveries')).toMatchObject([
    { state: 'failed', lastError: 'The body of this delivery was deleted' },
  ]);
});
