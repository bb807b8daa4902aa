import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAccounts } from '#api/accounts/accounts.js';
import { mountAuth } from '#api/accounts/auth-router.js';
import { createApp } from '#api/app.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createVendor } from '../_support/vendors.js';

/** Connections that end while the platform looks who is calling: what they sent is gone with them. */

let kernel: TestKernel;
let ask: (request: string) => Promise<ServerResponse>;
let close: () => void;
let signInsReached = 0;

beforeAll(async () => {
  kernel = await startKernel();
  const accounts = createAccounts(kernel.container);
  let gone: Promise<unknown> = Promise.resolve();
  const authenticate: typeof accounts.authenticator.authenticate = async (headers, address) => {
    await gone;
    return accounts.authenticator.authenticate(headers, address);
  };
  const app = createApp(kernel.container, {
    authenticator: { authenticate },
    before: (app) =>
      mountAuth(app, {
        handler: () => {
          signInsReached += 1;
          return Promise.resolve(Response.json({}));
        },
        rateLimiters: () => [(_request, _response, next) => void gone.then(() => next())],
      }),
  });
  const server = createServer((request, response) => {
    gone = new Promise((resolve) => request.once('close', resolve));
    // Only now is the request in the hands of the platform, with all that was sent of it.
    request.once('readable', () => app(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => server.close();
  ask = async (request) => {
    const taken = once(server, 'request');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(request);
    const [, response] = (await taken) as [unknown, ServerResponse];
    setTimeout(() => socket.destroy(), 50);
    await once(socket, 'close');
    return response;
  };
});
afterAll(async () => {
  close();
  await kernel.stop();
});

it('a body that is gone is not taken for an empty one', async () => {
  const { token } = await createSession(kernel.container, { roles: ['superAdmin'] });
  const body = JSON.stringify({ 'store.name': 'Lost' });
  const response = await ask(
    `PATCH /admin/settings/store HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await eventually(() => Promise.resolve(expect(response.writableEnded).toBe(true)));
  expect(response.statusCode).toBe(400);
});

it('an upload that is gone ends, and is refused', async () => {
  const { vendorId } = await createVendor(kernel.container);
  const { token } = await createSession(kernel.container, { vendorId });
  const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nHandle\r\n';
  const response = await ask(
    `POST /vendor/products/import HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n${form}`,
  );
  await eventually(() => Promise.resolve(expect(response.writableEnded).toBe(true)));
  expect(response.statusCode).toBe(400);
});

describe('a sign-in whose body is gone does not reach the library as one without a body', () => {
  const json = JSON.stringify({ email: 'asha@example.com' });
  const form = 'email=asha%40example.com&password=secret';
  const length = (bytes: number) => `Content-Length: ${bytes}`;
  const chunked = 'Transfer-Encoding: chunked';
  const inChunks = `${json.length.toString(16)}\r\n${json}\r\n`;
  const operations = [
    'POST /auth/sign-in/email',
    'POST /auth/sign-up/email',
    'POST /auth/sign-out',
    'POST /auth/update-session',
    'DELETE /auth/sign-in/email',
    'GET /auth/get-session',
  ];

  it.each(
    operations.flatMap((operation) => [
      [operation, 'application/json', length(json.length), json],
      [operation, 'application/json', length(json.length + 1), json],
      [operation, 'application/json', chunked, inChunks],
      [operation, 'application/json', `${chunked}\r\nContent-Encoding: gzip`, inChunks],
      [operation, 'application/x-www-form-urlencoded', length(form.length), form],
      [operation, 'application/x-www-form-urlencoded', length(form.length + 1), form],
    ]),
  )('%s of %s, %s', async (operation, type, size, body) => {
    const response = await ask(
      `${operation} HTTP/1.1\r\nHost: here\r\nContent-Type: ${type}\r\n${size}\r\n\r\n${body}`,
    );
    await eventually(() => Promise.resolve(expect(response.writableEnded).toBe(true)));
    expect(response.statusCode).toBe(400);
    expect(signInsReached).toBe(0);
  });

  it.each(['text/plain', 'multipart/form-data; boundary=b', 'application/octet-stream'])(
    'nor does one of a type that it takes nowhere: %s',
    async (type) => {
      const response = await ask(
        `POST /auth/sign-in/email HTTP/1.1\r\nHost: here\r\nContent-Type: ${type}\r\n${length(5000)}\r\n\r\n${json}`,
      );
      await eventually(() => Promise.resolve(expect(response.writableEnded).toBe(true)));
      expect(response.statusCode).toBe(415);
      expect(signInsReached).toBe(0);
    },
  );
});
