import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { setUpEngine } from '#runtime/engine-setup.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startOwnEngine, type OwnEngine } from '../_support/own-engine.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  const TEMPORAL_PAYLOAD_KEY = randomBytes(32).toString('base64');
  platform = await startPlatform({
    workers: ['core', 'documents', 'relay'],
    environment: { TEMPORAL_PAYLOAD_KEY },
  });
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());

describe('a run on the engine', () => {
  it('explains itself to an operator, while its payloads are ciphertext that the codec endpoint opens', async () => {
    const order = await createConfirmedOrder(platform.container);
    const subOrder = order.subOrders[0];
    const path = `/admin/orders/${order.orderId}/vendors/${subOrder?.subOrderId ?? ''}/invoice`;
    await admin.post(`${path}/generate`);
    await eventually(async () => {
      expect((await admin.get<{ status: string }>(`${path}/status`)).body.data.status).toBe('ready');
    });

    const { client } = platform.container.gateway;
    const handle = client.workflow.getHandle(`invoices-render-${subOrder?.subOrderId ?? ''}`);
    const run = await handle.describe();
    expect(await run.staticSummary()).toBe(`Invoice of order ${order.orderNumber}`);
    const attributes = run.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
    expect(Object.fromEntries(attributes)).toMatchObject({
      OrderId: order.orderId,
      OrderNumber: order.orderNumber,
      VendorId: subOrder?.vendorId,
    });

    const history = await handle.fetchHistory();
    const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
    const payload = started?.input?.payloads?.[0];
    expect(Buffer.from(payload?.metadata?.['encoding'] ?? []).toString()).toBe('binary/encrypted');
    const data = Buffer.from(payload?.data ?? []).toString('base64');
    const encoding = Buffer.from('binary/encrypted').toString('base64');
    const response = await admin.raw('POST', '/engine/codec/decode', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payloads: [{ metadata: { encoding }, data }] }),
    });
    const opened = (await response.json()) as { payloads: { data: string }[] };
    const input = JSON.parse(Buffer.from(opened.payloads[0]?.data ?? '', 'base64').toString()) as object;
    expect(input).toMatchObject({ orderId: order.orderId, origin: { actor: { type: 'user' } } });
  });
});

describe('the set-up of the engine', () => {
  let engine: OwnEngine;
  let connection: Connection;

  // The engine that tests share runs no schedules.
  beforeAll(async () => {
    engine = await startOwnEngine();
    connection = await Connection.connect({ address: engine.address });
  });
  afterAll(async () => {
    await connection.close();
    await engine.remove();
  });

  it('can be repeated, and keeps a schedule that an operator has paused paused', async () => {
    const { namespace } = engine;
    const client = new Client({ connection, namespace });
    await setUpEngine(client, namespace);
    const schedule = client.schedule.getHandle('events-sweep');
    const first = await schedule.describe();
    expect(first.state.paused).toBe(false);
    // A night without the engine must not cost the nightly runs.
    expect(first.policies.catchupWindow).toBeGreaterThan(24 * 3_600_000);
    await schedule.pause('not during the sale');
    await setUpEngine(client, namespace);
    const after = await schedule.describe();
    expect([after.state.paused, after.state.note]).toEqual([true, 'not during the sale']);
  });
});
