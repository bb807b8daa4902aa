import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { LiveOrdersTimes } from '#api/analytics/live-orders.js';
import { systemContext } from '#domain/_shared/context.js';
import { type Container, createContainer } from '#runtime/container.js';
import { createSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { connectSlowReader, fillConnection } from '../_support/slow-reader.js';
import { createTestClock } from '../_support/test-clock.js';
import { type Frame, openStream, payCopies, serveLiveOrders, type TestStream } from './live-streams.js';

const times = { heartbeatMs: 200, checkMs: 50 };
const clock = createTestClock();
let platform: TestPlatform;
let other: Container;
let process2: Awaited<ReturnType<typeof serveLiveOrders>>;
let folder: string;
let session: Awaited<ReturnType<typeof createSession>>;
let streams: TestStream[] = [];

beforeAll(async () => {
  platform = await startPlatform({ environment: { LIVE_STREAMS_MAX: '6' } });
  folder = mkdtempSync(join(tmpdir(), 'haat-live-'));
  other = await createContainer(
    { ...platform.container.config, STORAGE_DIR: folder },
    { name: 'test', clock },
  );
  await other.start();
  process2 = await serveLiveOrders(other, times);
  session = await createSession(platform.container, { roles: ['admin'] });
});
afterAll(async () => {
  await process2.close();
  await other.stop();
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  await Promise.all(streams.map(({ ended }) => ended));
  streams = [];
  clock.shift(0);
  // The server notices a moment later that they are gone.
  await eventually(async () => {
    expect((await other.metrics.analytics.streams.get()).values[0]?.value ?? 0).toBe(0);
    expect((await platform.container.metrics.analytics.streams.get()).values[0]?.value ?? 0).toBe(0);
  });
});

const bearer = () => ({ authorization: `Bearer ${session.token}` });
async function open(url: string, headers: Record<string, string> = bearer()): Promise<TestStream> {
  const stream = await openStream(url, headers);
  streams.push(stream);
  await eventually(() => Promise.resolve(expect(stream.frames[0]?.type).toBe('snapshot')));
  return stream;
}
/** What may wait in the process for one reader: 16 KiB, a frame, and what filled the connection. */
const HELD_BYTES = 32 * 1024;

/** A stream that nobody reads, on a connection that is full. */
async function connectToLiveOrders(own: LiveOrdersTimes) {
  const served = await serveLiveOrders(other, own);
  const reader = connectSlowReader(served.url, '/', bearer());
  await eventually(() => Promise.resolve(expect(served.responses).toHaveLength(1)));
  const [response] = served.responses;
  if (response === undefined) throw new Error('The server has seen no request');
  await eventually(() => Promise.resolve(expect(response.headersSent).toBe(true)));
  await fillConnection(response);
  const close = async () => {
    reader.close();
    await served.close();
  };
  return { reader, response, close };
}
const paid = (stream: TestStream) => stream.frames.filter(({ type }) => type === 'order.paid');

describe('the live count of paid orders', () => {
  it('live-counts-once: three webhooks and a mark-paid race raise the count by one in every stream', async () => {
    const order = await createConfirmedOrder(platform.container, { status: 'pending_payment', paid: true });
    const { knex, unitOfWork, operations } = platform.container;
    const payment = (await knex('payments').where({ orderId: order.orderId }).first('id')) as { id: string };
    await Promise.all([1, 2, 3, 4, 5].flatMap(() => [open(platform.url), open(process2.url)]));
    const before = streams[0]?.count() ?? NaN;
    const money = {
      amount: order.grandTotal,
      currency: 'INR',
      providerPaymentId: 'pay_1',
      effectKey: 'capture:pay_1',
      at: new Date(),
    };
    const publish = () =>
      unitOfWork.run(systemContext({ name: 'test' }, new Date()), (tx) =>
        operations.paymentSettlement.captured(
          tx,
          systemContext({ name: 'test' }, new Date()),
          payment.id,
          money,
        ),
      );
    const admin = platform.http.as(session.token);
    await Promise.all([
      publish(),
      publish(),
      publish(),
      admin.post(`/admin/orders/${order.orderId}/mark-paid`, {}),
    ]);
    await eventually(() =>
      Promise.resolve(
        expect(streams.map((item) => item.count())).toEqual(Array<number>(10).fill(before + 1)),
      ),
    );
    for (const stream of streams)
      expect(paid(stream)).toMatchObject([
        { paidOrdersToday: before + 1, orderNumber: order.orderNumber, grandTotal: order.grandTotal },
      ]);
    // A later stream has it in its snapshot; a refund takes nothing out.
    await knex('orders').where({ id: order.orderId }).update({ paymentStatus: 'refunded' });
    const late = await openStream(process2.url, bearer());
    streams.push(late);
    await eventually(() => Promise.resolve(expect(late.count()).toBe(before + 1)));
  });

  it('live-reconnect-heals: counts orders that were paid while the database connection was lost', async () => {
    const { orderId } = await createConfirmedOrder(platform.container, { paid: true });
    const [first, second] = [await open(platform.url), await open(process2.url)];
    const before = second.count() ?? NaN;
    await platform.container.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'haat-live' and datname = current_database()`,
    );
    await payCopies(platform.container, orderId, 3, false);
    await eventually(() => {
      expect([first.count(), second.count()]).toEqual([before + 3, before + 3]);
      expect(first.frames.filter(({ type }) => type === 'snapshot')).toHaveLength(2);
      return Promise.resolve();
    });
  });

  it('counts an order that no notification told of at the next connect, for everybody', async () => {
    const { orderId } = await createConfirmedOrder(platform.container, { paid: true });
    const first = await open(process2.url);
    const before = first.count() ?? NaN;
    await payCopies(platform.container, orderId, 1, false);
    const second = await open(process2.url);
    expect(second.count()).toBe(before + 1);
    await eventually(() => Promise.resolve(expect(first.count()).toBe(before + 1)));
  });

  it('live-midnight: sends a snapshot with zero when the local day begins', async () => {
    const stream = await open(process2.url);
    clock.shift(24 * 3_600_000);
    await eventually(() => {
      expect(stream.frames.filter(({ type }) => type === 'snapshot')).toHaveLength(2);
      expect(stream.count()).toBe(0);
      return Promise.resolve();
    });
  });

  it('beats', async () => {
    const stream = await open(process2.url);
    await eventually(() =>
      Promise.resolve(
        expect(stream.frames.filter(({ type }) => type === 'heartbeat').length).toBeGreaterThan(1),
      ),
    );
  });
});

describe('a live stream', () => {
  it('opens by bearer token, cookie and API key, and without the permission not at all', async () => {
    await open(process2.url, { cookie: session.cookie });
    await open(platform.url, { cookie: session.cookie });
    const root = await createSession(platform.container, { roles: ['superAdmin'] });
    const { key } = await createApiKey(platform.container, root);
    await open(platform.url, { authorization: `Bearer ${key}` });
    const nobody = await createSession(platform.container, {});
    await expect(openStream(platform.url, { authorization: `Bearer ${nobody.token}` })).rejects.toThrow(
      '403',
    );
    await expect(openStream(platform.url, {})).rejects.toThrow('401');
  });

  it('live-session-revoked: ends when its session is revoked, and when the permission is lost', async () => {
    const { knex } = platform.container;
    const revoked = await createSession(platform.container, { roles: ['admin'] });
    const lesser = await createSession(platform.container, { permissions: ['analytics:view'] });
    const [item, two] = await Promise.all(
      [revoked, lesser].map(({ token }) => open(process2.url, { authorization: `Bearer ${token}` })),
    );
    const stays = await open(process2.url);
    await knex('accounts_sessions').where({ id: revoked.sessionId }).delete();
    await knex('access_user_roles').where({ userId: lesser.userId }).delete();
    await Promise.all([item?.ended, two?.ended]);
    const seen = stays.frames.length;
    await eventually(() => Promise.resolve(expect(stays.frames.length).toBeGreaterThan(seen)));
  });

  it('live-limits: beyond the configured number is refused with 503 before it opens', async () => {
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => open(platform.url)));
    const refused = await platform.http.as(session.token).get('/admin/analytics/live/orders');
    expect([refused.status, refused.body.reason]).toEqual([503, 'analytics.too_many_streams']);
    expect(refused.headers.get('retry-after')).toBe('5');
    streams[0]?.close();
    await eventually(async () => {
      const stream = await openStream(platform.url, bearer());
      streams.push(stream);
    });
  });

  it('live-slow-reader: skips frames for a reader that does not read, then sends the count', async () => {
    const { orderId } = await createConfirmedOrder(platform.container, { paid: true });
    const { reader, response, close } = await connectToLiveOrders({ heartbeatMs: 60_000, checkMs: 60_000 });
    for (let round = 0; round < 5; round += 1) await payCopies(platform.container, orderId, 100, true);
    const skipped = async () => (await other.metrics.analytics.skippedFrames.get()).values[0]?.value ?? 0;
    await eventually(async () => expect(await skipped()).toBeGreaterThan(0));
    expect(response.writableLength).toBeLessThan(HELD_BYTES);
    reader.read();
    await eventually(() => Promise.resolve(expect(response.writableLength).toBe(0)));
    await payCopies(platform.container, orderId, 1, true);
    const fresh = await open(process2.url);
    await eventually(() => {
      const frames = [...reader.received().matchAll(/^data: (.*)$/gm)].map(
        ([, data]) => JSON.parse(data ?? '') as Frame,
      );
      expect(frames.at(-1)?.paidOrdersToday).toBe(fresh.count());
      expect(frames.filter(({ type }) => type === 'snapshot').length).toBeGreaterThan(1);
      expect(frames.length).toBeLessThan(500);
      return Promise.resolve();
    });
    await close();
  });

  it('live-slow-reader: ends the stream of a reader that stays behind for two heartbeats', async () => {
    const { orderId } = await createConfirmedOrder(platform.container, { paid: true });
    const { response, close } = await connectToLiveOrders({ heartbeatMs: 100, checkMs: 60_000 });
    for (let round = 0; round < 3 && !response.destroyed; round += 1)
      await payCopies(platform.container, orderId, 100, true);
    await eventually(() => Promise.resolve(expect(response.destroyed).toBe(true)));
    await close();
  });

  it('live-shutdown: ends with the process that serves it', async () => {
    const stream = await open(platform.url);
    platform.container.streams.closeAll();
    await stream.ended;
  });
});
