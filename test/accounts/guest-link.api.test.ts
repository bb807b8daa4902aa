import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createAccounts } from '#api/accounts/accounts.js';
import { createApp } from '#api/app.js';
import { createUser } from '../_support/accounts.js';
import { createHttpClient, type HttpClient } from '../_support/http-client.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { mailsTo } from '../_support/mails.js';

let kernel: TestKernel;
let server: Server;
let http: HttpClient;
let linked: [string, string][];
let fails: boolean;

beforeAll(async () => {
  kernel = await startKernel();
  const accounts = createAccounts(kernel.container, {
    onLink: (_ctx, guestId, userId) => {
      linked.push([guestId, userId]);
      return fails ? Promise.reject(new Error('the cart could not be merged')) : Promise.resolve();
    },
  });
  server = createServer(createApp(kernel.container, accounts));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  http = createHttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await kernel.stop();
});
beforeEach(() => {
  linked = [];
  fails = false;
});

interface SignedIn {
  token: string;
  user: { id: string };
}

async function guest(): Promise<SignedIn> {
  return (await http.post('/auth/sign-in/anonymous', {})).body as unknown as SignedIn;
}

/** Signs in by a magic link, as the guest. Returns the new token. */
async function signInAs(token: string, email: string): Promise<string> {
  await http.as(token).post('/auth/sign-in/magic-link', { email });
  const mail = (await mailsTo(kernel.container, email)).at(-1);
  const link = new URL(String(mail?.variables?.['url']));
  const opened = await http.as(token).raw('GET', `${link.pathname}${link.search}`, { redirect: 'manual' });
  return opened.headers.get('set-auth-token') ?? '';
}

const exists = async (id: string) =>
  (await kernel.container.knex('accounts_users').where({ id })).length === 1;

test('what a guest has is handed over before the guest goes', async () => {
  const { email, userId } = await createUser(kernel.container);
  const { token, user } = await guest();
  const signedIn = await signInAs(token, email);
  expect(linked).toEqual([[user.id, userId]]);
  expect(await exists(user.id)).toBe(false);
  expect((await http.as(signedIn).get('/me')).status).toBe(200);
});

test('a sign-in with a password hands over as well', async () => {
  const body = { email: 'asha.rao@example.com', password: 'a long enough password', name: 'Asha Rao' };
  await http.post('/auth/sign-up/email', body);
  await kernel.container.knex('accounts_users').where({ email: body.email }).update({ emailVerified: true });
  const { token, user } = await guest();
  const signedIn = (await http.as(token).post('/auth/sign-in/email', body)).body as unknown as SignedIn;
  expect(linked).toEqual([[user.id, signedIn.user.id]]);
  expect(await exists(user.id)).toBe(false);
});

test('where that fails the sign-in goes on and the guest stays', async () => {
  fails = true;
  const { email } = await createUser(kernel.container);
  const { token, user } = await guest();
  const signedIn = await signInAs(token, email);
  expect(linked).toHaveLength(1);
  expect(await exists(user.id)).toBe(true);
  expect((await http.as(signedIn).get('/me')).status).toBe(200);
});

test('nobody is linked who was no guest', async () => {
  const { email } = await createUser(kernel.container);
  const first = await signInAs('none', email);
  await signInAs(first, email);
  expect(linked).toEqual([]);
});
