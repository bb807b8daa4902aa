import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobResponse, JobDetailResponse } from '#api/jobs/jobs.schemas.js';
import { jobFields } from '#domain/jobs/job-query.js';
import { searchAttributeKeys } from '#lib/workflow/search-attributes.js';
import { followOrder } from '#workflows/orders/orders.contract.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpResponse } from '../_support/http-client.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];
let adminId: string;

beforeAll(async () => {
  platform = await startPlatform({
    workers: ['core', 'relay'],
    environment: { TEMPORAL_UI_URL: 'http://ui.example.com/' },
  });
  const session = await createSession(platform.container, { roles: ['admin'] });
  admin = platform.http.as(session.token);
  adminId = session.userId;
});
afterAll(() => platform.stop());

const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'jobs-test' };
const path = (workflowId: string) => `/admin/jobs/${encodeURIComponent(workflowId)}`;

function list(...filters: string[]): Promise<HttpResponse<JobResponse[]>> {
  const query = filters.map((item) =>
    /^(limit|cursor)=/.test(item) ? item : `filters[]=${encodeURIComponent(item)}`,
  );
  return admin.get<JobResponse[]>(`/admin/jobs?${query.join('&')}`);
}

/** The engine's lists follow by a moment. */
async function listed(count: number, ...filters: string[]): Promise<JobResponse[]> {
  return eventually(async () => {
    const response = await list(...filters);
    expect([response.status, response.body.data?.length]).toEqual([200, count]);
    return response.body.data;
  });
}

async function detail(workflowId: string): Promise<JobDetailResponse> {
  const response = await admin.get<JobDetailResponse>(path(workflowId));
  expect(response.status).toBe(200);
  return response.body.data;
}

/** An order whose workflow waits for its payment. */
async function followedOrder(): Promise<TestOrder & { workflowId: string }> {
  const order = await createConfirmedOrder(platform.container, { status: 'pending_payment' });
  await platform.container
    .knex('orders')
    .where({ id: order.orderId })
    .update({ expiresAt: new Date(Date.now() + 3_600_000) });
  const { orderId, orderNumber } = order;
  const input = { orderId, orderNumber, userId: orderId, origin };
  const { workflowId } = await platform.container.gateway.start(followOrder, input);
  return { ...order, workflowId };
}

/** A loop over a subscription that nobody handles: it is tried again and again. */
async function startFailingLoop(workflowId: string): Promise<void> {
  await platform.container.gateway.client.workflow.start('drainDeliveries', {
    workflowId,
    taskQueue: 'core',
    args: [{ subscription: 'of somebody@example.com, token=verysecret', taskQueue: 'core' }],
  });
}

describe('a job', () => {
  it('that runs says since when, and what it is about', async () => {
    const { workflowId, orderId, orderNumber } = await followedOrder();
    const job = await detail(workflowId);
    expect(job).toMatchObject({
      workflowId,
      type: 'followOrder',
      status: 'running',
      waiting: false,
      reason: null,
      remedy: null,
      step: 'waiting for payment',
      closedAt: null,
      entities: { orderId, orderNumber, customerId: orderId, vendorId: null, productId: null },
      parent: null,
      summary: `Order ${orderNumber}`,
      attempt: 1,
      cancelRequested: false,
      failingTaskAttempts: 0,
    });
    expect(Math.abs(Date.now() - Date.parse(job.startedAt))).toBeLessThan(60_000);
    expect(job.historyLength).toBeGreaterThan(0);
    const until = Date.parse(job.nextTimerAt ?? '') - Date.now();
    expect(until).toBeGreaterThan(3_500_000);
    expect(until).toBeLessThan(3_610_000);
    const { TEMPORAL_NAMESPACE } = platform.container.config;
    expect(job.url).toBe(
      `http://ui.example.com/namespaces/${TEMPORAL_NAMESPACE}/workflows/${workflowId}/${job.runId}/history`,
    );
    expect((await listed(1, `orderId:eq:${orderId}`))[0]).toMatchObject({ workflowId, runId: job.runId });
  });

  it('that waits for the next attempt says why and until when, without what errors quote of people', async () => {
    const workflowId = 'drain/of nobody?#100%';
    await startFailingLoop(workflowId);
    const job = await eventually(async () => {
      const item = await detail(workflowId);
      expect(item.pendingActivities[0]).toMatchObject({ state: 'backing_off' });
      return item;
    });
    const reason = 'No handler is registered for of <e-mail>, token=… on core';
    expect(job).toMatchObject({ status: 'running', waiting: true, reason });
    expect(job.remedy).toMatch(/tried again/);
    const [activity] = job.pendingActivities;
    expect(activity).toMatchObject({ type: 'drainBatch', maximumAttempts: 50, lastFailure: reason });
    expect(activity?.attempt).toBeGreaterThan(1);
    expect(Date.parse(activity?.nextAttemptAt ?? '')).toBeGreaterThan(Date.parse(job.startedAt));
    const row = await eventually(async () => {
      const [item] = (await list(`workflowId:eq:${workflowId}`)).body.data;
      // Between two waits there is an attempt, during which nothing waits.
      expect(item).toMatchObject({ waiting: true, reason });
      return item;
    });
    expect(row?.url).toContain('/workflows/drain%2Fof%20nobody%3F%23100%25/');
    await platform.container.gateway.client.workflow.getHandle(workflowId).terminate();
    await eventually(async () => {
      const ended = await detail(workflowId);
      expect(ended).toMatchObject({ status: 'terminated', waiting: false, pendingActivities: [] });
      expect(ended.reason).toMatch(/ended by an operator/);
    });
  });

  it('that waits for a worker is queued', async () => {
    const order = await createConfirmedOrder(platform.container);
    const subOrder = order.subOrders[0]?.subOrderId ?? '';
    await admin.post(`/admin/orders/${order.orderId}/vendors/${subOrder}/invoice/generate`);
    await eventually(async () => {
      const job = await detail(`invoices-render-${subOrder}`);
      expect(job).toMatchObject({ status: 'running', waiting: false, reason: null });
      expect(job.pendingActivities).toMatchObject([
        { type: 'renderInvoiceDocument', state: 'queued', attempt: 1, lastFailure: null },
      ]);
    });
  });

  it('that failed says why, in our words', async () => {
    const order = await createConfirmedOrder(platform.container, { vendors: [{ gstin: null }] });
    const subOrder = order.subOrders[0]?.subOrderId ?? '';
    await admin.post(`/admin/orders/${order.orderId}/vendors/${subOrder}/invoice/generate`);
    const [job] = await listed(1, `orderId:eq:${order.orderId}`, 'status:eq:failed');
    expect(job).toMatchObject({ type: 'renderInvoice', waiting: false });
    expect(job?.reason).toMatch(/GST/);
    expect(job?.remedy).toMatch(/request the invoice again/);
    expect(job?.closedAt).not.toBeNull();
    expect(await detail(job?.workflowId ?? '')).toMatchObject({ status: 'failed', reason: job?.reason });
  });
});

describe('the list', () => {
  it('combines filters, and takes what is in them for text', async () => {
    const [item, two] = [await followedOrder(), await followedOrder()];
    await listed(2, `orderId:in:${item.orderId},${two.orderId}`, 'type:eq:followOrder', 'status:ne:failed');
    await listed(1, `orderId:in:${item.orderId},${two.orderId}`, `orderNumber:eq:${item.orderNumber}`);
    await listed(1, `workflowId:like:${item.workflowId.slice(0, -1)}`);
    await listed(0, `orderId:eq:${item.orderId}`, 'status:in:failed,timed_out');
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await listed(1, `orderId:eq:${item.orderId}`, `startedAt:gte:${since}`);
    await listed(0, `orderId:eq:${item.orderId}`, `startedAt:lt:${since}`);
    await listed(0, `orderId:eq:${item.orderId}`, `closedAt:gt:${since}`);
    for (const text of [`x' OR OrderId = '${item.orderId}`, `' OR WorkflowId != '`, `'`, `''`, `%`])
      await listed(0, `orderId:eq:${text}`);
  });

  it('goes on from a cursor, and ends', async () => {
    const orders = [
      await followedOrder(),
      await followedOrder(),
      await followedOrder(),
      await followedOrder(),
    ];
    const filter = `orderId:in:${orders.map(({ orderId }) => orderId).join(',')}`;
    await listed(4, filter);
    const first = await list(filter, 'limit=2');
    expect(first.body.metadata).toMatchObject({ limit: 2, hasMore: true });
    const { nextCursor } = first.body.metadata as unknown as { nextCursor: string };
    const second = await list(filter, 'limit=2', `cursor=${nextCursor}`);
    const elsewhere = await list('type:eq:followOrder', 'limit=2', `cursor=${nextCursor}`);
    expect([elsewhere.status, elsewhere.body.errors?.[0]?.path]).toEqual([400, 'query.cursor']);
    expect(second.body.metadata).toEqual({ limit: 2, hasMore: false, nextCursor: null });
    const seen = [...first.body.data, ...second.body.data].map(({ workflowId }) => workflowId);
    expect(seen.sort()).toEqual(orders.map(({ workflowId }) => workflowId).sort());
  });

  it.each([
    ['limit=0', 'query.limit'],
    ['limit=101', 'query.limit'],
    ['cursor=no%20cursor', 'query.cursor'],
    ['cursor=bm9uZXNlbnNl', 'query.cursor'],
    ['filters[]=status:eq:sleeping', 'query.filters[]'],
    ['filters[]=status:like:run', 'query.filters[]'],
    ['filters[]=type:gt:a', 'query.filters[]'],
    ['filters[]=type:eq:a%22b', 'query.filters[]'],
    ['filters[]=type:in:a,b%5C', 'query.filters[]'],
    ['filters[]=secret:eq:a', 'query.filters[]'],
    ['filters[]=startedAt:gt:yesterday', 'query.filters[]'],
  ])('refuses %s, naming %s', async (query, named) => {
    const response = await admin.get(`/admin/jobs?${query}`);
    expect([response.status, response.body.errors?.map((item) => item.path)]).toEqual([400, [named]]);
  });

  it('knows the search attributes that flows are found by', () => {
    for (const [field, { name }] of Object.entries(searchAttributeKeys))
      expect([field, jobFields[field]]).toEqual([field, name]);
  });
});

describe('cancelling', () => {
  it('ends the job, says who wanted it and why, and refuses what is over', async () => {
    const { workflowId } = await followedOrder();
    const cancel = () =>
      admin.post<JobDetailResponse>(`${path(workflowId)}/cancel`, { reason: 'Entered twice' });
    const asked = await cancel();
    expect([asked.status, asked.body.data.cancelRequested]).toEqual([202, true]);
    await eventually(async () => expect((await detail(workflowId)).status).toBe('cancelled'));
    const again = await cancel();
    expect([again.status, again.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(again.body.message).toBe('The job cannot be cancelled: it is cancelled');
    const entries: Record<string, unknown>[] = await platform.container
      .knex('audit_entries')
      .where({ entity: 'job', entityId: workflowId });
    expect(entries).toMatchObject([
      { action: 'cancel', actorId: adminId, after: { reason: 'Entered twice', type: 'followOrder' } },
    ]);
  });

  it('needs a reason', async () => {
    const { workflowId } = await followedOrder();
    const response = await admin.post(`${path(workflowId)}/cancel`, { reason: ' ' });
    expect([response.status, response.body.errors?.[0]?.path]).toEqual([400, 'body.reason']);
    expect(await detail(workflowId)).toMatchObject({ status: 'running', cancelRequested: false });
  });

  it('is for those with the permission', async () => {
    const { workflowId } = await followedOrder();
    const customer = platform.http.as((await createSession(platform.container)).token);
    for (const response of [
      await customer.get('/admin/jobs'),
      await customer.get(path(workflowId)),
      await customer.post(`${path(workflowId)}/cancel`, { reason: 'Mine' }),
    ])
      expect([response.status, response.body.errorCode]).toEqual([403, 'FORBIDDEN']);
    expect((await detail(workflowId)).cancelRequested).toBe(false);
  });
});

describe('a job that is none', () => {
  it.each(['unknown', 'a/b c', '%', 'temporal-sys-scheduler:events-sweep', 'é'.repeat(300)])(
    '%s is 404',
    async (workflowId) => {
      const responses = [
        await admin.get(path(workflowId)),
        await admin.post(`${path(workflowId)}/cancel`, { reason: 'Away with it' }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    },
  );

  it('is a run of another id', async () => {
    const { workflowId } = await followedOrder();
    const other = await detail((await followedOrder()).workflowId);
    expect((await admin.get(`${path(workflowId)}?runId=${other.runId}`)).status).toBe(404);
    expect((await admin.get(`${path(workflowId)}?runId=none`)).status).toBe(400);
  });
});

describe('while the engine is down', () => {
  it('everything is 503, and no cancelling is recorded', async () => {
    const down = await startPlatform({ environment: { TEMPORAL_ADDRESS: '127.0.0.1:1' } });
    const http = down.http.as((await createSession(down.container, { roles: ['admin'] })).token);
    for (const response of [
      await http.get('/admin/jobs'),
      await http.get('/admin/jobs/some'),
      await http.post('/admin/jobs/some/cancel', { reason: 'Away with it' }),
    ])
      expect([response.status, response.body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(await down.container.knex('audit_entries').where({ entity: 'job' })).toEqual([]);
    await down.stop();
    // Each question waits out the time that the engine is given.
  });
});
