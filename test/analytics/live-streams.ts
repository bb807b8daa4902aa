import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import { createHttpServer } from '#api/http-server.js';
import { createLiveOrders, type LiveOrdersTimes } from '#api/analytics/live-orders.js';
import type { Container } from '#runtime/container.js';
import { readFrames } from '../_support/sse.js';

export interface Frame {
  type: 'snapshot' | 'order.paid' | 'heartbeat';
  at: string;
  paidOrdersToday: number;
  orderNumber?: string;
  grandTotal?: number;
}

/** An open stream and what it has received; `ended` is resolved when the server has ended it. */
export interface TestStream {
  frames: Frame[];
  count(): number | undefined;
  ended: Promise<void>;
  close(): void;
}

export async function openStream(url: string, headers: Record<string, string>): Promise<TestStream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/admin/analytics/live/orders`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: abort.signal,
  });
  if (response.status !== 200) throw new Error(`The stream got ${response.status}`);
  const frames: Frame[] = [];
  const ended = readFrames<Frame>(response, (all) => {
    frames.push(...all.slice(frames.length));
    return false;
  }).then(
    () => undefined,
    () => undefined,
  );
  return {
    frames,
    count: () => frames.filter(({ type }) => type !== 'heartbeat').at(-1)?.paidOrdersToday,
    ended,
    close: () => abort.abort(),
  };
}

/** Another API process, as far as the live stream goes: a server of its own over its own container. */
export async function serveLiveOrders(container: Container, times: LiveOrdersTimes) {
  const live = createLiveOrders({ ...container, times });
  const responses: ServerResponse[] = [];
  const server = createHttpServer((request, response) => {
    responses.push(response);
    live(request as Request, response as Response).catch(() => response.writeHead(503).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    live,
    responses,
    async close() {
      container.streams.closeAll();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Copies of an order, paid now, and told to the live channel when `publish` says so. */
export async function payCopies(
  { unitOfWork, live }: Container,
  orderId: string,
  count: number,
  publish: boolean,
): Promise<string[]> {
  return unitOfWork.run({ now: new Date() } as never, async (tx) => {
    const { rows } = await tx.raw<{ rows: { id: string }[] }>(
      `insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
         'id', uuidv7(), 'cart_id', uuidv7(), 'order_number', 'C-' || uuidv7(), 'paid_at', now()))).*
       from orders o, generate_series(1, ?) where o.id = ? returning id`,
      [count, orderId],
    );
    if (publish) for (const { id } of rows) await live.publish(tx, 'order.paid', id);
    return rows.map(({ id }) => id);
  }) as Promise<string[]>;
}
