import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import { createAccounts } from '#api/accounts/accounts.js';
import { createApp } from '#api/app.js';
import { createHttpServer } from '#api/http-server.js';
import { slowBodies } from '#api/kernel/middleware/slow-bodies.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { startKernel } from '../_support/kernel.js';

const HURRY = { headersMs: 400, requestMs: 60_000, idleMs: 60_000, keepAliveMs: 60_000, checkMs: 100 };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A connection that says what it is told, and remembers what it hears. */
function client(port: number): { socket: Socket; received: () => string; cut: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1');
  ends.push(() => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  return { socket, received: () => text, cut: new Promise((resolve) => socket.once('close', resolve)) };
}

/** Sends a byte now and then, as somebody does who wants to hold the connection for long. */
function trickle(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), 30);
  ends.push(() => clearInterval(timer));
  socket.once('close', () => clearInterval(timer));
}

test('headers that arrive drop by drop get 408 and cut', async () => {
  const port = await listen(createHttpServer((_request, response) => response.end('ok'), HURRY));
  const slow = client(port);
  slow.socket.write('GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ');
  trickle(slow.socket);
  await slow.cut;
  expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /);
});

describe('a body that arrives drop by drop', () => {
  const pace = { windowMs: 200, leastBytes: 100, wholeMs: 1_000 };

  test.each([
    ['a sign-in', 'POST /auth/sign-in/email', false],
    ['an operation', 'PATCH /admin/settings/store', true],
  ])('is cut in %s', async (_name, target, signedIn) => {
    const kernel = await startKernel();
    ends.push(() => kernel.stop());
    const parts = { ...createAccounts(kernel.container), bodyPace: pace };
    const port = await listen(createHttpServer(createApp(kernel.container, parts), HURRY));
    const { token } = await createSession(kernel.container, { roles: ['superAdmin'] });
    const slow = client(port);
    slow.socket.write(
      `${target} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n` +
        `${signedIn ? `Authorization: Bearer ${token}\r\n` : ''}\r\n{`,
    );
    trickle(slow.socket);
    await slow.cut;
    expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('is cut when it is a file, and the half of it that came goes away', async () => {
    let received = 0;
    let broken = false;
    const app = express();
    app.use(slowBodies(pace));
    app.post('/', (request) => {
      request.on('data', (chunk: Buffer) => (received += chunk.length));
      request.on('close', () => (broken = !request.complete));
    });
    const slow = client(await listen(createHttpServer(app, HURRY)));
    slow.socket.write(
      'POST / HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n',
    );
    trickle(slow.socket);
    await slow.cut;
    expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /);
    await eventually(async () => expect(broken).toBe(true));
    expect(received).toBeLessThan(1_000);
  });

  test('is not cut while it is we who do not read', async () => {
    const app = express();
    app.use(slowBodies(pace));
    app.post('/', (request, response) => {
      // Longer than several windows, as behind a slow disk.
      setTimeout(() => {
        request.resume();
        request.once('end', () => response.end('taken'));
      }, 900);
    });
    const honest = client(await listen(createHttpServer(app, HURRY)));
    const size = 4_000_000;
    honest.socket.write(
      `POST / HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${size}\r\n\r\n`,
    );
    honest.socket.write(Buffer.alloc(size));
    await eventually(async () => expect(honest.received()).toContain('taken'));
  });
});
