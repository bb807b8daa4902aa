import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { askForInvoices } from '../_support/invoices.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const ORDERS = 8;

let engine: OwnEngine;
let platform: TestPlatform;

beforeAll(async () => {
  engine = await startOwnEngine();
  platform = await startPlatform({
    workers: ['core', 'documents', 'relay'],
    environment: { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace },
  });
});
afterAll(async () => {
  await platform.stop();
  await engine.remove();
});

async function statuses(): Promise<Record<string, number>> {
  const rows = (await platform.container
    .knex('invoices')
    .select('status')
    .count({ n: '*' })
    .groupBy('status')) as { status: string; n: number }[];
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

describe('an engine that is killed while documents are rendered', () => {
  it('responds with 503 to flows at once and leaves reads alone, and everything finishes when it is back', async () => {
    const { container, http } = platform;
    const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
    const orders: TestOrder[] = [await createConfirmedOrder(container, { vendors: [{}] })];
    const vendorIds = [orders[0]?.subOrders[0]?.vendorId ?? ''];
    while (orders.length < ORDERS) orders.push(await createConfirmedOrder(container, { vendorIds }));
    const late = await createConfirmedOrder(container, { vendorIds });

    await Promise.all(orders.map(({ orderId }) => askForInvoices(admin, orderId)));
    await engine.kill();
    // What it accepted last is in the log that it writes ahead.
    expect((await stat(`${engine.database}-wal`)).size).toBeGreaterThan(0);

    // The first request finds out within its deadline, and its commit stands; later ones are refused at once.
    await container.gateway.probe();
    const refused = await admin.post(`/admin/orders/${late.orderId}/invoice/generate`);
    expect([refused.status, refused.body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(await container.knex('invoices').where({ orderId: late.orderId })).toEqual([]);
    expect((await admin.get(`/admin/orders/${late.orderId}/invoice/status`)).status).toBe(200);
    const health = await http.raw('GET', '/health/ready');
    expect([health.status, await health.json()]).toMatchObject([
      200,
      { status: 'degraded', parts: { database: 'up', engine: 'down', search: 'up' } },
    ]);

    await engine.start();
    await eventually(async () => expect(await statuses()).toEqual({ ready: ORDERS }));
    const sequences = (await container.knex('invoices').orderBy('sequence').pluck('sequence')) as number[];
    expect(sequences).toEqual(Array.from({ length: ORDERS }, (_, index) => index + 1));
    // The API has its own connection to the engine, which may notice later than that of the workers.
    await askForInvoices(admin, late.orderId);
    await eventually(async () => expect(await statuses()).toEqual({ ready: ORDERS + 1 }));
  });
});
