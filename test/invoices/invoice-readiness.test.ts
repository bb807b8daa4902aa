import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler, type Request } from 'express';
import { createInvoiceReadiness } from '#api/invoices/invoice-readiness.js';
import { createInvoicesService } from '#api/invoices/invoices.service.js';
import type { AppError } from '#domain/_shared/app-error.js';
import { reasonOf } from '#domain/errors.js';
import { type Context, systemContext } from '#domain/_shared/context.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { readFrames } from '../_support/sse.js';

const HOUR_MS = 3_600_000;

let platform: TestPlatform;
let server: Server;
let url: string;
const refusals: unknown[] = [];

beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  const app = express();
  // One that beats and does not end, one that ends before it beats: neither has to be quicker than the other.
  for (const [name, times] of Object.entries({
    beating: { heartbeatMs: 50, lifetimeMs: HOUR_MS },
    ending: { heartbeatMs: HOUR_MS, lifetimeMs: 300 },
    few: { heartbeatMs: HOUR_MS, lifetimeMs: HOUR_MS },
  })) {
    const stream = createInvoiceReadiness({
      ...container,
      config: { ...container.config, LIVE_STREAMS_MAX: name === 'few' ? 1 : 2_000 },
      invoices: createInvoicesService(container),
      times,
    });
    app.get(`/${name}/:orderId`, (request, response) =>
      stream(ctxOf(request), { audience: 'admin', orderId: request.params.orderId }, { request, response }),
    );
  }
  app.use(((error: unknown, _request, response, _next) => {
    refusals.push(reasonOf(error as AppError));
    response.status(500).end();
  }) satisfies ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await platform.stop();
});

/** One caller a header, so that a test can open many. */
const ctxOf = (request: Request): Context => ({
  ...systemContext({ name: 'test' }, new Date()),
  sessionId: request.get('x-caller') ?? 'one',
});

const pending = { status: 'pending', heartbeat: true };
const openStreams = () => platform.container.streams.size;

describe('a readiness stream', () => {
  it('sends a frame at once, and closes when its time is over without a terminal frame', async () => {
    const order = await createConfirmedOrder(platform.container);
    const began = performance.now();
    expect(await readFrames(await fetch(`${url}/ending/${order.orderId}`))).toEqual([pending]);
    expect(performance.now() - began).toBeGreaterThan(290);
    expect(openStreams()).toBe(0);
  });

  it('beats, is left behind by a client that goes away, and ended by the shutdown of its process', async () => {
    const order = await createConfirmedOrder(platform.container);
    const leaving = new AbortController();
    const response = await fetch(`${url}/beating/${order.orderId}`, { signal: leaving.signal });
    const frames = await readFrames(response, (read) => read.length === 3);
    expect(frames).toEqual([pending, pending, pending]);
    leaving.abort();
    await eventually(() => Promise.resolve(expect(openStreams()).toBe(0)));
    const reading = readFrames(await fetch(`${url}/beating/${order.orderId}`));
    expect(openStreams()).toBe(1);
    platform.container.streams.closeAll();
    await reading;
    expect(openStreams()).toBe(0);
  });

  it('is one of at most 20 for a session, and of LIVE_STREAMS_MAX for a process', async () => {
    const order = await createConfirmedOrder(platform.container);
    const leaving = new AbortController();
    const open = (caller: string) =>
      fetch(`${url}/beating/${order.orderId}`, { signal: leaving.signal, headers: { 'x-caller': caller } });
    const all = await Promise.all(Array.from({ length: 22 }, () => open('busy')));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
    expect((await open('other')).status).toBe(200);
    const few = (caller: string) =>
      fetch(`${url}/few/${order.orderId}`, { signal: leaving.signal, headers: { 'x-caller': caller } });
    expect((await few('one')).status).toBe(200);
    expect((await few('two')).status).toBe(500);
    expect(refusals).toEqual([
      'invoices.too_many_own_streams',
      'invoices.too_many_own_streams',
      'invoices.too_many_streams',
    ]);
    leaving.abort();
    await eventually(() => Promise.resolve(expect(openStreams()).toBe(0)));
    expect(
      await readFrames(await fetch(`${url}/ending/${order.orderId}`, { headers: { 'x-caller': 'busy' } })),
    ).toEqual([pending]);
  });

  it('names its terminal frame, so that a browser that reconnects after it is told to stop', async () => {
    const { knex } = platform.container;
    const order = await createConfirmedOrder(platform.container);
    const { subOrderId = '', vendorId = '' } = order.subOrders[0] ?? {};
    const { orderId } = order;
    const row = {
      orderId,
      subOrderId,
      vendorId,
      status: 'failed',
      error: 'no seller',
      requestedRev: 1,
      doneRev: 1,
    };
    await knex('invoices').insert(row);
    const open = (headers: Record<string, string> = {}) => fetch(`${url}/ending/${orderId}`, { headers });
    expect(await (await open()).text()).toBe('id: failed\ndata: {"status":"failed","error":"no seller"}\n\n');
    const again = await open({ 'last-event-id': 'failed' });
    expect([again.status, await again.text()]).toEqual([204, '']);
    // A connection that broke off before the end goes on.
    expect((await open({ 'last-event-id': '' })).status).toBe(200);
  });

  it('takes the session cookie, which is all that a browser’s EventSource can send', async () => {
    const order = await createConfirmedOrder(platform.container);
    const { cookie } = await createSession(platform.container, { userId: order.buyer.userId });
    const path = `/store/orders/${order.orderId}/invoice/stream`;
    const response = await platform.http.raw('GET', path, { headers: { cookie } });
    expect(response.status).toBe(200);
    const [first] = await readFrames(response, (frames) => frames.length === 1);
    expect(first).toEqual(pending);
  });
});
