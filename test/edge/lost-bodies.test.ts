import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
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
  const authenticate: typeof accounts.authenticator.authenticate = async (headers) => {
    await gone;
    return accounts.authenticator.authenticate(headers);
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

it('a sign-in whose body is gone does not reach the library as one without a body', async () => {
  const body = JSON.stringify({ email: 'asha@example.com' });
  const response = await ask(
    `POST /auth/sign-in/email HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  await eventually(() => Promise.resolve(expect(response.writableEnded).toBe(true)));
  expect(response.statusCode).toBe(400);
  expect(signInsReached).toBe(0);
});
