import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRefreshStep } from '#operations/analytics/refresh-step.js';
import {
  emptyPlatformSnapshot,
  type PlatformSnapshot,
  type VendorSnapshot,
} from '#domain/analytics/snapshot.js';
import { periods } from '#domain/analytics/periods.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { type AnalyticsRefreshed, refreshAnalytics } from '#workflows/analytics/analytics.contract.js';

const MANUAL = 'admin-analytics-refresh-manual';
let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

const dashboard = async (window?: string) =>
  (await admin.get<PlatformSnapshot>(`/admin/analytics/dashboard${window ? `?window=${window}` : ''}`)).body
    .data;

async function refreshed(): Promise<PlatformSnapshot> {
  const before = (await dashboard()).computedAt;
  expect((await admin.post('/admin/analytics/refresh')).body.data).toEqual({ enqueued: true });
  return eventually(async () => {
    const now = await dashboard();
    expect(now.computedAt).not.toBe(before);
    return now;
  });
}

describe('the dashboard', () => {
  it('before-first-run: is zeros, empty lists and null', async () => {
    for (const window of periods) expect(await dashboard(window)).toEqual(emptyPlatformSnapshot(window));
    expect((await dashboard()).window).toBe('30d');
    const { deltas } = await dashboard('7d');
    expect(deltas?.grossSales).toEqual({ absolute: 0, pct: null });
    expect((await dashboard('all_time')).deltas).toBeNull();
    const wrong = await admin.get('/admin/analytics/dashboard?window=90d');
    expect([wrong.status, wrong.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('refresh-joins-one-run: twenty refreshes at once start one workflow, and each returns 200', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => admin.post('/admin/analytics/refresh')),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    const { client } = platform.container.gateway;
    const first = await client.workflow.getHandle(MANUAL).describe();
    expect(first.status.name).toBe('RUNNING');
    await platform.startWorkers(['core']);
    expect(await client.workflow.getHandle(MANUAL, first.runId).result()).toMatchObject({ computed: true });
    // Had a second run been started, this would be it.
    expect((await client.workflow.getHandle(MANUAL).describe()).runId).toBe(first.runId);
  });

  it('dashboard-never-computes: reading it computes nothing', async () => {
    const before = await refreshed();
    const { grandTotal } = await createConfirmedOrder(platform.container, {});
    expect(await dashboard()).toEqual(before);
    const after = await refreshed();
    expect(after.grossSales - before.grossSales).toBe(grandTotal);
    expect(after.ordersCount - before.ordersCount).toBe(1);
    const health = (await admin.get<{ computedAt: string; dirtyDays: number }>('/admin/analytics/health'))
      .body.data;
    expect(health).toMatchObject({ computedAt: after.computedAt, dirtyDays: 0, rebuilding: false });
  });

  it('refresh-includes-earlier-changes: a change made while a run computes is in its next pass', async () => {
    const before = await refreshed();
    const { config, gateway } = platform.container;
    await gateway.client.workflow.getHandle(MANUAL).result();
    const gate = await holdUpdates(
      config.DATABASE_URL,
      'analytics_state',
      'new.computed_at is distinct from old.computed_at',
    );
    expect((await admin.post('/admin/analytics/refresh')).status).toBe(200);
    await gate.reached();
    // All rows of this pass are read: the order is not among them.
    const { grandTotal } = await createConfirmedOrder(platform.container, {});
    const { runId } = await gateway.client.workflow.getHandle(MANUAL).describe();
    expect((await admin.post('/admin/analytics/refresh')).status).toBe(200);
    await gate.open();
    const run = gateway.client.workflow.getHandle(MANUAL, runId);
    expect(await run.result()).toMatchObject({ computed: true });
    expect((await dashboard()).grossSales - before.grossSales).toBe(grandTotal);
    // The run that was computing made the second pass too.
    expect((await gateway.client.workflow.getHandle(MANUAL).describe()).runId).toBe(runId);
    const { events } = await run.fetchHistory();
    expect(events?.filter((event) => event.activityTaskCompletedEventAttributes)).toHaveLength(2);
  });

  it('is made anew by a rebuild, which is recorded', async () => {
    const { knex } = platform.container;
    const before = await refreshed();
    // What no change of a row has marked.
    await knex('analytics_days').update({ grossSales: 1 });
    const rebuild = await admin.post('/admin/analytics/rebuild');
    expect([rebuild.status, rebuild.body.data]).toEqual([202, { enqueued: true }]);
    await eventually(async () => {
      const now = await dashboard();
      expect(now.computedAt).not.toBe(before.computedAt);
      expect(now.grossSales).toBe(before.grossSales);
    });
    expect(await knex('audit_entries').where({ entity: 'analytics', action: 'rebuild' })).toHaveLength(1);
  });

  it('windows-advance-together: a reader never sees two instants', async () => {
    const { knex, unitOfWork, ctx } = { ...platform.container, ctx: { now: new Date() } };
    let done = false;
    const seen: number[] = [];
    const reader = (async () => {
      while (!done) {
        const rows = await knex('analytics_snapshots').distinct('computedAt');
        seen.push(rows.length);
      }
    })();
    const step = createRefreshStep();
    for (let round = 0; round < 5; round += 1)
      await unitOfWork.run(ctx as never, (tx) => step(tx, 'Asia/Kolkata'));
    done = true;
    await reader;
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  it('scheduled-meets-manual: one run computes at a time, and `computedAt` never goes back', async () => {
    const { unitOfWork, gateway } = platform.container;
    const ctx = { now: new Date() } as never;
    const step = createRefreshStep();
    const before = (await dashboard()).computedAt ?? '';
    const first = await unitOfWork.run(ctx, async (tx) => {
      const result = await step(tx, 'Asia/Kolkata');
      const { workflowId } = await gateway.start(refreshAnalytics, { trigger: 'schedule' });
      expect(await gateway.client.workflow.getHandle(workflowId).result()).toEqual({
        computed: false,
        days: 0,
        computedAt: null,
        status: 'ok',
        reason: null,
      });
      expect((await admin.post('/admin/analytics/refresh')).status).toBe(200);
      const manual = gateway.client.workflow.getHandle(MANUAL);
      await eventually(async () => {
        const { events } = await manual.fetchHistory();
        expect(events?.some((event) => event.timerStartedEventAttributes)).toBe(true);
      });
      return result;
    });
    expect(first.kind).toBe('done');
    // What was requested meanwhile is computed from rows that are read after the request.
    const second = (await gateway.client.workflow.getHandle(MANUAL).result()) as AnalyticsRefreshed;
    expect(second.computed).toBe(true);
    expect((second.computedAt ?? '') > ('computedAt' in first ? first.computedAt : '')).toBe(true);
    const past = await unitOfWork.run(ctx, (tx) =>
      step(tx, 'Asia/Kolkata', new Date(Date.now() - 3_600_000)),
    );
    expect(past.kind).toBe('done');
    expect(((await dashboard()).computedAt ?? '') >= before).toBe(true);
  });
});

describe('who may read and refresh', () => {
  it('viewing alone does not refresh', async () => {
    const viewer = platform.http.as(
      (await createSession(platform.container, { permissions: ['analytics:view'] })).token,
    );
    expect((await viewer.get('/admin/analytics/dashboard')).status).toBe(200);
    for (const path of ['refresh', 'rebuild'])
      expect((await viewer.post(`/admin/analytics/${path}`)).status).toBe(403);
  });

  it('a vendor sees its own share, and the shares add up', async () => {
    const own = await createVendor(platform.container);
    const other = await createVendor(platform.container);
    const vendorIds = [own.vendorId, other.vendorId];
    const { subOrders } = await createConfirmedOrder(platform.container, { vendorIds });
    const total = await refreshed();
    const of = async (token: string) =>
      (await platform.http.as(token).get<VendorSnapshot>('/vendor/analytics/dashboard')).body.data;
    const mine = await of(own.token);
    expect(mine).toMatchObject({
      grossSales: subOrders[0]?.total,
      ordersCount: 1,
      computedAt: total.computedAt,
    });
    expect(mine).not.toHaveProperty('customersTotal');
    expect(mine).not.toHaveProperty('topVendorsByRevenue');
    const rows = (await platform.container
      .knex('analytics_snapshots')
      .where({ period: '30d' })
      .select('scope', 'data')) as { scope: string; data: string }[];
    const vendors = rows
      .filter(({ scope }) => !/^[0-]+$/.test(scope))
      .map(({ data }) => JSON.parse(data) as VendorSnapshot);
    for (const key of [
      'grossSales',
      'unitsSold',
      'refundsAmount',
      'deliveredOrders',
      'pendingActionCount',
    ] as const)
      expect([key, vendors.reduce((sum, item) => sum + item[key], 0)]).toEqual([key, total[key]]);
  });
});
