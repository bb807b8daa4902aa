import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { mailQueued } from '#domain/mail/mail.events.js';
import { drain } from '#events/subscription.js';
import { newId } from '#lib/ids.js';
import { watchBacklog } from '#runtime/metrics/backlog-metrics.js';
import { createMetrics } from '#lib/metrics.js';
import { startMetricsServer } from '#runtime/metrics/metrics-server.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startKernel } from '../_support/kernel.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { metricsUrl, scrape } from './scrape.js';

let platform: TestPlatform;
let url: string;

beforeAll(async () => {
  platform = await startPlatform({
    workers: ['core', 'documents', 'relay', 'mail'],
    environment: { METRICS_PORT: '0' },
  });
  url = await metricsUrl(platform.container);
});
afterAll(() => platform.stop());

describe('requests', () => {
  it('are counted by the pattern of their route, never by what a client wrote into the path', async () => {
    await platform.http.get('/store/products/slug/somebody-at-example');
    await platform.http.get('/no/such/somebody@example.com?token=somebody');
    await platform.http.get('/health/live');
    await eventually(async () => {
      const { value, text } = await scrape(url);
      const product = { route: '/store/products/slug/:slug', method: 'GET' };
      expect(value('haat_http_requests_total', { ...product, status: '404' })).toBe(1);
      expect(value('haat_http_request_duration_seconds_count', product)).toBe(1);
      expect(value('haat_http_requests_total', { route: 'none', status: '404' })).toBe(1);
      expect(value('haat_http_requests_total', { route: '/health/live', status: '200' })).toBe(1);
      expect(text).not.toContain('somebody');
    });
  });
});

describe('the process', () => {
  it('shows its event loop, its heap, its pool, and nothing on other paths', async () => {
    await platform.http.get('/store/products/slug/none');
    const { value } = await scrape(url);
    expect(value('nodejs_heap_size_used_bytes')).toBeGreaterThan(0);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(value('haat_db_pool_connections_max')).toBe(12);
    expect(value('haat_db_pool_connections', { state: 'free' })).toBeGreaterThan(0);
    expect(value('haat_db_pool_pending_acquires')).toBe(0);
    expect(value('haat_db_pool_acquire_duration_seconds_count', { outcome: 'acquired' })).toBeGreaterThan(0);
    expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
  });

  it('counts the times that the live channel had to connect again', async () => {
    expect((await scrape(url)).value('haat_live_channel_connected')).toBe(1);
    await platform.container.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'haat-live' and datname = current_database()`,
    );
    await eventually(async () => {
      const { value } = await scrape(url);
      expect(value('haat_live_channel_reconnects_total')).toBe(1);
      expect(value('haat_live_channel_connected')).toBe(1);
    });
  });

  it('serves none without METRICS_PORT', async () => {
    const kernel = await startKernel();
    expect(await startMetricsServer(kernel.container)).toEqual({ url: null });
    await kernel.stop();
  });
});

describe('a flow', () => {
  it('shows as starts, activities and renderings, without the ids, names and addresses that it is about', async () => {
    const { container, http } = platform;
    const { token, userId } = await createSession(container, { roles: ['superAdmin'] });
    const order = await createConfirmedOrder(container);
    const subOrder = order.subOrders[0]?.subOrderId ?? '';
    const path = `/admin/orders/${order.orderId}/vendors/${subOrder}/invoice`;
    await http.as(token).post(`${path}/generate`);
    await eventually(async () => {
      const { body } = await http.as(token).get<{ status: string }>(`${path}/status`);
      expect(body.data.status).toBe('ready');
    });

    const rendered = { activity: 'renderInvoiceDocument', task_queue: 'documents', outcome: 'completed' };
    const { value, text } = await eventually(async () => {
      const read = await scrape(url);
      expect(read.value('haat_activity_duration_seconds_count', rendered)).toBe(1);
      return read;
    });
    expect(value('haat_workflow_starts_total', { workflow: 'renderInvoice', outcome: 'accepted' })).toBe(1);
    expect(
      value('haat_engine_calls_total', { call: 'signalWithStart', outcome: 'answered' }),
    ).toBeGreaterThan(0);
    expect(value('haat_pdf_render_duration_seconds_count', { outcome: 'rendered' })).toBe(1);
    expect(value('haat_pdf_wait_duration_seconds_count')).toBe(1);
    expect(value('haat_pdf_browser_running')).toBe(1);
    expect(value('haat_pdf_pages_in_use')).toBe(0);
    expect(value('haat_relay_active')).toBe(1);
    expect(value('haat_relay_starts_at_once')).toBeGreaterThanOrEqual(1);
    const notified = [order.orderId, order.orderNumber, subOrder, userId, token, '@'];
    expect(notified.filter((word) => text.includes(word))).toEqual([]);
  });

  it('shows attempts to send a mail, and deliveries of the relay', async () => {
    const { container } = platform;
    const ctx = systemContext({ name: 'test' }, new Date());
    // Without a server to send it to, the attempt ends with another one later.
    await container.unitOfWork.run(ctx, (tx) =>
      container.mail.enqueue(tx, ctx, {
        template: 'order.placed',
        role: 'customer',
        to: 'somebody@example.com',
        variables: {},
        dedupeKey: newId(),
      }),
    );
    await eventually(async () => {
      const { value, text } = await scrape(url);
      expect(value('haat_mail_attempts_total')).toBeGreaterThan(0);
      expect(text).not.toContain('somebody@');
    });
  });
});

describe('the backlog', () => {
  it('says how much is due, backing off and parked, and for how long; the database is asked every five seconds', async () => {
    const kernel = await startKernel();
    const { container, ctx } = kernel;
    const metrics = createMetrics();
    let clock = 0;
    const open = { waiting: 2, leased: 1, retrying: 0, failing: 0 };
    const backlog = {
      counts: () => Promise.resolve(open),
      oldest: () => Promise.resolve(new Date(Date.now() - 60_000)),
    };
    const subscriptions = [
      drain('mail', [mailQueued], 'mail'),
      drain('invoices-render', [], 'core', { due: () => null, backlog }),
    ];
    watchBacklog({ ...container, metrics, subscriptions, now: () => clock });
    const read = async (subscription: string, state: string) => {
      await metrics.text();
      const { values } = await metrics.outbox.deliveries.get();
      return values.find(({ labels }) => labels.subscription === subscription && labels.state === state)
        ?.value;
    };
    const entityIds = [newId(), newId(), newId()];
    await container.unitOfWork.run(ctx, (tx) =>
      container.outbox.appendAll(
        tx,
        ctx,
        mailQueued,
        entityIds.map((entityId) => ({ entityId, payload: { template: 'order.placed' } })),
      ),
    );
    const row = (index: number) => container.knex('outbox_deliveries').where({ entityId: entityIds[index] });
    await row(0).update({ nextAttemptAt: container.knex.raw(`now() - interval '90 seconds'`) });
    await row(1).update({ nextAttemptAt: container.knex.raw(`now() + interval '1 hour'`) });
    await row(2).update({ state: 'parked' });

    expect(await read('mail', 'due')).toBe(1);
    expect(await read('mail', 'backing_off')).toBe(1);
    expect(await read('mail', 'parked')).toBe(1);
    expect(await read('invoices-render', 'due')).toBe(0);
    const oldest = (await metrics.outbox.oldestDue.get()).values;
    expect(oldest.find(({ labels }) => labels.subscription === 'mail')?.value).toBeGreaterThanOrEqual(90);

    const derived = (await metrics.derived.rows.get()).values;
    const labels = { drain: 'invoices-render', state: 'waiting' };
    expect(derived).toContainEqual(expect.objectContaining({ value: 2, labels }));
    expect((await metrics.derived.oldest.get()).values[0]?.value).toBeGreaterThanOrEqual(60);

    expect((await metrics.mail.paused.get()).values).toEqual([{ value: 0, labels: {} }]);
    const pausedSince = new Date(Date.now() - 400_000);
    await container.knex('mail_queue_state').update({ pausedSince, pausedUntil: new Date(), pauses: 3 });

    await row(2).update({ state: 'delivered' });
    clock += 4_999;
    expect(await read('mail', 'parked')).toBe(1);
    clock += 1;
    expect(await read('mail', 'parked')).toBe(0);
    expect(await metrics.text()).toMatch(/^haat_mail_paused_seconds 4\d\d(\.\d+)?$/m);

    await container.knex.raw('alter table outbox_deliveries rename to elsewhere');
    clock += 5_000;
    expect(await read('mail', 'due')).toBeUndefined();
    expect((await metrics.outbox.sampleFailures.get()).values[0]?.value).toBe(1);
    await kernel.stop();
  });
});
