import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { openEventStream } from '#api/kernel/event-stream.js';
import { createHttpServer, drainHttpServer } from '#api/http-server.js';
import { createLiveStreams } from '#lib/live-streams.js';
import { createLogger } from '#lib/logger.js';

const streams = createLiveStreams();
const logger = createLogger({ level: 'silent', name: 'test' });
const agent = new Agent({ keepAlive: true, maxSockets: 10 });
let server: Server;

afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

async function start(app: RequestListener): Promise<(path: string) => Promise<IncomingMessage>> {
  server = createHttpServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (path) =>
    new Promise((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent }, resolve).on('error', reject);
    });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

test('a stop lets the request under way end, ends the streams, frees idle connections, takes nothing new', async () => {
  let finish: () => void = () => undefined;
  let began: () => void = () => undefined;
  const underWay = new Promise<void>((resolve) => (began = resolve));
  const request = await start((asked, response) => {
    if (asked.url === '/stream') {
      openEventStream(asked as never, response as never, streams).send({ status: 'pending' });
    } else if (asked.url === '/slow') {
      finish = () => response.end('all of it');
      began();
    } else response.end('quick');
  });
  // A connection that stays open behind an answered request.
  expect(await textOf(await request('/quick'))).toBe('quick');
  const stream = await request('/stream');
  const slow = request('/slow');
  await underWay;

  const drained = drainHttpServer(server, { streams, logger, graceMs: 20_000 });
  expect(await textOf(stream)).toBe('data: {"status":"pending"}\n\n');
  expect(server.listening).toBe(false);
  finish();
  const response = await slow;
  expect(await textOf(response)).toBe('all of it');
  await drained;
  expect(streams.size).toBe(0);
});

test('what does not end within the grace is cut off', async () => {
  let began: () => void = () => undefined;
  const underWay = new Promise<void>((resolve) => (began = resolve));
  const request = await start(() => began());
  const never = request('/').catch((error: NodeJS.ErrnoException) => error.code);
  await underWay;
  await drainHttpServer(server, { streams, logger, graceMs: 200 });
  expect(await never).toBe('ECONNRESET');
});
