import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createInvoiceReadiness } from '#api/invoices/invoice-readiness.js';
import { createInvoicesService } from '#api/invoices/invoices.service.js';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { readFrames } from '../_support/sse.js';

let platform: TestPlatform;
let server: Server;
let url: string;

beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  const stream = createInvoiceReadiness({
    ...container,
    invoices: createInvoicesService(container),
    times: { heartbeatMs: 150, lifetimeMs: 1_000 },
  });
  const app = express();
  app.get('/:orderId', (request, response) =>
    stream({ audience: 'admin', orderId: request.params.orderId }, request, response),
  );
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await platform.stop();
});

describe('a readiness stream', () => {
  it('sends a frame at once, beats, and closes when its time is over without a terminal frame', async () => {
    const order = await createConfirmedOrder(platform.container);
    const began = performance.now();
    const frames = await readFrames(await fetch(`${url}/${order.orderId}`));
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(frames.length).toBeGreaterThan(2);
    expect(new Set(frames.map((frame) => JSON.stringify(frame)))).toEqual(
      new Set([JSON.stringify({ status: 'pending', heartbeat: true })]),
    );
    expect(platform.container.streams.size).toBe(0);
  });

  it('is left behind by a client that goes away, and ended by the shutdown of its process', async () => {
    const order = await createConfirmedOrder(platform.container);
    const leaving = new AbortController();
    const response = await fetch(`${url}/${order.orderId}`, { signal: leaving.signal });
    await readFrames(response, (frames) => frames.length === 1).catch(() => undefined);
    leaving.abort();
    const other = await fetch(`${url}/${order.orderId}`);
    const reading = readFrames(other);
    platform.container.streams.closeAll();
    expect((await reading).length).toBeGreaterThanOrEqual(0);
    expect(platform.container.streams.size).toBe(0);
  });

  it('takes the session cookie, which is all that a browser’s EventSource can send', async () => {
    const order = await createConfirmedOrder(platform.container);
    const { cookie } = await createSession(platform.container, { userId: order.buyer.userId });
    const path = `/store/orders/${order.orderId}/invoice/stream`;
    const response = await platform.http.raw('GET', path, { headers: { cookie } });
    expect(response.status).toBe(200);
    const [first] = await readFrames(response, (frames) => frames.length === 1);
    expect(first).toEqual({ status: 'pending', heartbeat: true });
  });
});
