import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobDetailResponse, JobRetryResponse } from '#api/jobs/jobs.schemas.js';
import { newId } from '#lib/ids.js';
import { drainDeliveries } from '#workflows/events/events.contract.js';
import { followOrder } from '#workflows/orders/orders.contract.js';
import { exportReport } from '#workflows/reports/reports.contract.js';
import { readyExport } from '../reports/ready-export.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'retry-test' };
let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core'] });
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

const path = (workflowId: string) => `/admin/jobs/${encodeURIComponent(workflowId)}`;
const retry = (workflowId: string, http = admin) => http.post<JobRetryResponse>(`${path(workflowId)}/retry`);
const terminate = (workflowId: string) =>
  platform.container.gateway.client.workflow.getHandle(workflowId).terminate('test');
const job = async (workflowId: string) => (await admin.get<JobDetailResponse>(path(workflowId))).body.data;

describe('POST /admin/jobs/:workflowId/retry', () => {
  it('delivers the last event of a row that is open again, audited', async () => {
    const { knex, gateway } = platform.container;
    const { orderId, orderNumber } = await createConfirmedOrder(platform.container);
    const { workflowId } = await gateway.start(followOrder, {
      orderId,
      orderNumber,
      userId: orderId,
      origin,
    });
    const running = await retry(workflowId);
    expect([running.status, running.body.reason]).toEqual([409, 'jobs.not_ended']);
    await terminate(workflowId);
    expect(await job(workflowId)).toMatchObject({ status: 'terminated', retry: 'event' });
    expect((await retry(workflowId)).body.reason).toBe('jobs.event_gone');

    const eventId = newId();
    await knex('outbox_events').insert({
      id: eventId,
      type: 'order.placed',
      entityId: orderId,
      requestId: 'test',
      payload: '{}',
      actor: JSON.stringify(origin.actor),
    });
    const delivery = {
      eventId,
      subscription: 'orders-follow',
      entityId: orderId,
      state: 'delivered',
      attempts: 3,
    };
    await knex('outbox_deliveries').insert({ ...delivery, deliveredAt: new Date() });
    const done = await retry(workflowId);
    expect([done.status, done.body.data]).toEqual([202, { workflowId, way: 'event' }]);
    expect(await knex('outbox_deliveries').where({ eventId })).toMatchObject([{ state: 'due', attempts: 0 }]);
    // A repeat is the same delivery.
    expect((await retry(workflowId)).status).toBe(202);
    const audit = await knex('audit_entries').where({ entity: 'job', entityId: workflowId, action: 'retry' });
    expect(audit).toMatchObject([{ after: { way: 'event', type: 'followOrder' } }, {}]);

    await knex('orders').where({ id: orderId }).update({ status: 'cancelled' });
    const closed = await retry(workflowId);
    expect([closed.status, closed.body.reason]).toEqual([409, 'jobs.nothing_left']);
    expect(closed.body.message).toContain('Compare an unpaid order with its payment');
  });

  it('reopens by the operation of the feature, with its permission', async () => {
    const { container } = platform;
    const exportId = await readyExport(container);
    const input = { exportId, reportKey: 'orders', format: 'csv', vendorId: null, origin };
    const { workflowId } = await container.gateway.start(exportReport, input);
    // The file is ready, so the run keeps it for seven days: it ends by this alone.
    await terminate(workflowId);
    await eventually(async () => expect((await job(workflowId)).status).toBe('terminated'));
    // The row is still ready, and its operation refuses it.
    expect((await retry(workflowId)).body.reason).toBe('reports.export_not_retryable');
    await container.knex('reports_exports').where({ id: exportId }).update({ status: 'failed' });
    const onlyJobs = await createSession(container, { permissions: ['job:read', 'job:cancel'] });
    expect((await retry(workflowId, platform.http.as(onlyJobs.token))).status).toBe(403);
    expect((await retry(workflowId)).body.data).toMatchObject({ way: 'operation' });
    const rows = (await container.knex('reports_exports').whereNot({ id: exportId })) as unknown[];
    expect(rows).toMatchObject([{ reportKey: 'orders', status: 'pending' }]);
  });

  it('says who can where nothing here does', async () => {
    const { workflowId } = await platform.container.gateway.start(drainDeliveries, {
      subscription: 'of-nobody',
      taskQueue: 'nowhere',
    });
    await terminate(workflowId);
    expect((await job(workflowId)).retry).toBe(null);
    const refused = await retry(workflowId);
    expect([refused.status, refused.body.reason]).toEqual([409, 'jobs.not_retryable']);
    expect(refused.body.message).toContain('Retry or drop the parked deliveries');
    expect((await retry('no-such-job')).status).toBe(404);
  });
});
