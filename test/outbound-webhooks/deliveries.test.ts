import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { FAILURES_TO_DISABLE } from '#domain/outbound-webhooks/endpoint.js';
import { retryDelays } from '#domain/outbound-webhooks/delivery.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createTestClock } from '../_support/test-clock.js';
import {
  createEndpoint,
  createMessages,
  deliveriesOf,
  makeDue,
  startWebhookSandbox,
  type TestEndpoint,
  type WebhookDrains,
  webhookDrains,
  type WebhookSandbox,
} from './webhook-shop.js';

const DAY_MS = 86_400_000;
const clock = createTestClock();
let platform: TestPlatform;
let sandbox: WebhookSandbox;
let drains: WebhookDrains;
let admin: HttpClient;

beforeAll(async () => {
  sandbox = await startWebhookSandbox({ port: 0 });
  platform = await startPlatform({ clock });
  drains = webhookDrains(platform.container, { timeoutMs: 1_500 });
  const permissions = ['webhook:view', 'webhook:manage', 'order:view'];
  admin = platform.http.as((await createSession(platform.container, { permissions })).token);
});

afterEach(async () => {
  clock.shift(0);
  sandbox.resetControls();
  await platform.container.knex('outbound_webhooks_endpoints').update({ deletedAt: new Date() });
});

afterAll(async () => {
  await drains.stop();
  await platform.stop();
  await sandbox.close();
});

async function endpointRow({ id }: TestEndpoint) {
  return (await platform.container.knex('outbound_webhooks_endpoints').where({ id }).first()) as Record<
    string,
    unknown
  >;
}

it('a delivery that fails is tried again through the whole table, with one webhook-id, and fails after it', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  sandbox.control({ status: 503 });
  await createMessages(platform.container, [endpoint.id]);
  let ahead = 0;
  for (const seconds of retryDelays) {
    await drains.deliver();
    const [delivery] = await deliveriesOf(platform.container, endpoint.id);
    const waitMs = (delivery?.nextAttemptAt.getTime() ?? 0) - clock.now().getTime();
    const delay = waitMs / 1_000;
    expect(delay).toBeGreaterThan(seconds * 0.9 - 2);
    expect(delay).toBeLessThan(seconds * 1.1 + 1);
    // A moment before, nothing is sent.
    const before = sandbox.received(endpoint.path).length;
    // The clock goes on by itself: two seconds are left for what runs meanwhile.
    ahead += waitMs - 2_000;
    clock.shift(ahead);
    await drains.deliver();
    expect(sandbox.received(endpoint.path)).toHaveLength(before);
    ahead += 3_000;
    clock.shift(ahead);
    // Three days without success would not disable it; the schedule alone is looked at.
    await platform.container.knex('outbound_webhooks_endpoints').update({ failingSince: null });
  }
  await drains.deliver();
  const received = sandbox.received(endpoint.path);
  expect(received).toHaveLength(retryDelays.length + 1);
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(await deliveriesOf(platform.container, endpoint.id)).toMatchObject([
    { state: 'failed', attempts: 11, lastStatus: 503 },
  ]);
});

it('Retry-After puts the next attempt off, up to a day', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  sandbox.control({ status: 429, retryAfter: '7200' });
  await createMessages(platform.container, [endpoint.id]);
  await drains.deliver();
  const wait = async () => {
    const [delivery] = await deliveriesOf(platform.container, endpoint.id);
    return Math.round(((delivery?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 60_000);
  };
  expect(await wait()).toBe(120);
  sandbox.control({ retryAfter: '9999999' });
  await makeDue(platform.container);
  await drains.deliver();
  expect(await wait()).toBe(24 * 60);
});

it('a redirect is a failure that is not followed, and a response is kept to 16 KiB', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  sandbox.control({ status: 302, location: `${sandbox.url}/inside`, responseBytes: 200_000 });
  await createMessages(platform.container, [endpoint.id]);
  await drains.deliver();
  expect(sandbox.received('/inside')).toEqual([]);
  const [delivery] = await deliveriesOf(platform.container, endpoint.id);
  const attempts = await platform.container
    .knex('outbound_webhooks_attempts')
    .where({ deliveryId: delivery?.id ?? '' });
  expect(attempts).toMatchObject([{ outcome: 'redirected', status: 302 }]);
  expect((attempts[0] as { responseBody: string }).responseBody).toHaveLength(16_384);
});

it('an endpoint that hangs holds up nobody: the others get all of theirs meanwhile', async () => {
  const slow = await createEndpoint(platform.container, sandbox);
  const quick = await createEndpoint(platform.container, sandbox);
  sandbox.control({ hang: [slow.path] });
  await createMessages(platform.container, [slow.id], 100);
  await createMessages(platform.container, [quick.id], 60);
  const began = Date.now();
  while (sandbox.received(quick.path).length < 60) await drains.deliver();
  expect(sandbox.received(slow.path).length).toBeLessThan(100);
  // Four at a time, however many wait.
  const rounds = Math.ceil((Date.now() - began) / 1_500) + 1;
  expect(sandbox.received(slow.path).length).toBeLessThanOrEqual(4 * rounds);
  await eventually(async () => {
    const [first] = await deliveriesOf(platform.container, slow.id);
    expect(first).toMatchObject({ state: 'pending', lastError: 'No response within 2 seconds' });
  });
});

it('five days without success and twenty failures disable an endpoint, with a mail and an audit entry', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  const { knex } = platform.container;
  sandbox.control({ status: 500 });
  await createMessages(platform.container, [endpoint.id], FAILURES_TO_DISABLE - 1);
  await drains.deliver();
  await drains.deliver();
  expect(await endpointRow(endpoint)).toMatchObject({ state: 'enabled', failures: 19 });
  await knex('outbound_webhooks_endpoints').update({ failingSince: new Date(Date.now() - 5 * DAY_MS) });
  await createMessages(platform.container, [endpoint.id]);
  await drains.deliver();
  expect(await endpointRow(endpoint)).toMatchObject({ state: 'disabled', disabledReason: 'failures' });
  expect(await knex('audit_entries').where({ entityId: endpoint.id, action: 'disable' })).toHaveLength(1);
  expect(await knex('mail_messages').where({ template: 'webhook.endpoint_disabled' })).toMatchObject([
    { recipient: 'integrations@example.com', role: 'admin' },
  ]);
  const states = new Set((await deliveriesOf(platform.container, endpoint.id)).map(({ state }) => state));
  expect(states).toEqual(new Set(['held']));
});

it('a success among failures starts the count anew', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  sandbox.control({ failNext: 3 });
  await createMessages(platform.container, [endpoint.id], 3);
  await drains.deliver();
  expect(await endpointRow(endpoint)).toMatchObject({ failures: 3 });
  await makeDue(platform.container);
  await drains.deliver();
  expect(await endpointRow(endpoint)).toMatchObject({ failures: 0, failingSince: null, state: 'enabled' });
});

it('410 disables at once', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  sandbox.control({ status: 410 });
  await createMessages(platform.container, [endpoint.id]);
  await drains.deliver();
  expect(await endpointRow(endpoint)).toMatchObject({ state: 'disabled', disabledReason: 'gone' });
});

it('what comes while an endpoint is disabled is held, and enabling sends it', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  const path = `/admin/webhooks/${endpoint.id}`;
  expect(data(await admin.patch<object>(path, { enabled: false }))).toMatchObject({
    state: 'disabled',
    disabledReason: 'manual',
  });
  await createMessages(platform.container, [endpoint.id], 3);
  await drains.deliver();
  expect(sandbox.received(endpoint.path)).toEqual([]);
  expect(data(await admin.get<object>(path))).toMatchObject({ held: 3 });
  expect(data(await admin.post<object>(`${path}/enable`, { held: 'send' }))).toMatchObject({
    state: 'enabled',
    held: 0,
  });
  await drains.deliver();
  expect(sandbox.received(endpoint.path)).toHaveLength(3);
  expect(await admin.post(`${path}/enable`, { held: 'send' })).toMatchObject({ status: 409 });
});

it('a range is sent again under the same ids, one range at a time, its count first', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  const ids = await createMessages(platform.container, [endpoint.id], 8);
  await drains.deliver();
  await drains.deliver();
  const range = {
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
    states: ['delivered'],
  };
  const path = `/admin/webhooks/${endpoint.id}/redeliver`;
  const counted = await admin.post<object>(path, { ...range, countOnly: true });
  expect([counted.status, data(counted)]).toEqual([200, { count: 8 }]);
  const accepted = await admin.post<object>(path, range);
  expect([accepted.status, data(accepted)]).toEqual([202, { count: 8 }]);
  expect(await admin.post(path, range)).toMatchObject({ status: 409 });
  await drains.deliver();
  await drains.deliver();
  const received = sandbox.received(endpoint.path).map(({ id }) => id);
  expect(received).toHaveLength(16);
  expect([...new Set(received)].sort()).toEqual([...ids].sort());
  expect((await admin.post(path, range)).status).toBe(202);
});

it('an endpoint that is deleted midway gets nothing more, and its attempts under way harm nobody', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  await createMessages(platform.container, [endpoint.id], 10);
  sandbox.control({ hold: true });
  const round = drains.deliver();
  await admin.delete(`/admin/webhooks/${endpoint.id}`);
  sandbox.control({ hold: false });
  await round;
  await drains.deliver();
  const received = sandbox.received(endpoint.path).length;
  expect(received).toBeLessThanOrEqual(4);
  await drains.deliver();
  expect(sandbox.received(endpoint.path)).toHaveLength(received);
  expect(await admin.get(`/admin/webhooks/${endpoint.id}/deliveries`)).toMatchObject({ status: 404 });
});

it('a worker that dies with its claims leaves them to the next one when their lease is over', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  await createMessages(platform.container, [endpoint.id], 2);
  const { knex } = platform.container;
  // As a worker that was killed after its claim has left them.
  await knex('outbound_webhooks_deliveries')
    .where({ endpointId: endpoint.id })
    .update({ leasedUntil: new Date(Date.now() + 30_000), leaseId: endpoint.id });
  await drains.deliver();
  expect(sandbox.received(endpoint.path)).toEqual([]);
  clock.shift(31_000);
  await drains.deliver();
  expect(sandbox.received(endpoint.path)).toHaveLength(2);
});
