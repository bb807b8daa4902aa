import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createAccounts } from '#api/accounts/accounts.js';
import { createApp } from '#api/app.js';
import { createContainer } from '#runtime/container.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { createTestDatabase } from '../_support/database.js';
import { createHttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { plainRequest } from '../_support/plain-request.js';
import { testConfig } from '../_support/platform-config.js';

test('no log line, event or audit row holds a password, a token, a key or a link', async () => {
  let log = '';
  const logger = pino(
    { level: 'trace' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString();
        done();
      },
    }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'haat-secrets-'));
  const database = await createTestDatabase();
  const container = await createContainer(await testConfig(database.url, folder), { name: 'test', logger });
  await container.start();
  const server = createServer(createApp(container, createAccounts(container)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = createHttpClient(base);

  const email = `buyer-${newId()}@example.com`;
  const password = `password-${newId()}`;
  await http.post('/auth/sign-up/email', { email, password, name: 'Asha Rao' });
  await http.post('/auth/sign-up/email', { email, password, name: 'Asha Rao' });
  const verification = new URL(String((await mailsTo(container, email))[0]?.variables?.['url']));
  const opened = await http.raw('GET', `${verification.pathname}${verification.search}`, {
    redirect: 'manual',
  });
  await http.post('/auth/request-password-reset', { email });
  const reset = new URL(String((await mailsTo(container, email)).at(-1)?.variables?.['url']));
  await http.raw('GET', `${reset.pathname}?callbackURL=/done`, { redirect: 'manual' });
  await plainRequest(base, reset.pathname.replace('/auth/', '/auth/x/../'));
  await http.post('/auth/sign-in/email', { email, password: 'wrong-password-here' });
  const signedIn = await http.post('/auth/sign-in/email', { email, password });
  const { token } = signedIn.body as unknown as { token: string };
  await http.as(token).get('/me');

  const admin = await createSession(container, { roles: ['superAdmin'] });
  const made = await http
    .as(admin.token)
    .post<{ key: string }>('/admin/api-keys', { name: 'x', permissions: ['order:view'] });
  await http.as(made.body.data.key).get('/me/permissions');

  const tables = [
    'outbox_events',
    'outbox_deliveries',
    'audit_entries',
    'mail_messages',
    'accounts_verifications',
  ];
  const stored = JSON.stringify(await Promise.all(tables.map((table) => container.knex(table))));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await container.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });

  const secrets = {
    password,
    wrong: 'wrong-password-here',
    verification: verification.searchParams.get('token'),
    reset: reset.pathname.split('/').at(-1),
    session: token,
    byLink: opened.headers.get('set-auth-token')?.split('.')[0],
    apiKey: made.body.data.key,
  };
  expect(log).toContain('/auth/reset-password/:token');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret?.length ?? 0).toBeGreaterThan(10);
    expect({ name, inLog: log.includes(String(secret)), stored: stored.includes(String(secret)) }).toEqual({
      name,
      inLog: false,
      stored: false,
    });
  }
});
