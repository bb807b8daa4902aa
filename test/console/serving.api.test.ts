import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { consoleRouter } from '#api/console/console-router.js';
import { INVITATION_PAGE, linkPages, PASSWORD_PAGE } from '#domain/accounts/account-pages.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
const html = { headers: { accept: 'text/html' } };
const get = (path: string, init: RequestInit = html) => platform.http.raw('GET', path, init);

beforeAll(async () => {
  platform = await startPlatform({ environment: { CONSOLE: 'on' } });
});
afterAll(() => platform.stop());

describe('the page', () => {
  it.each([
    '/console',
    '/console/',
    '/console/admin/orders',
    '/console/vendor',
    '/console/settings/admin/payment.razorpay',
    '/console/admin/email/templates/auth.reset_password',
    '/console/search/a.buyer@example.com',
  ])('is served at %s', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("frame-ancestors 'none'; form-action 'self'; base-uri 'none'");
    expect(await response.text()).not.toMatch(/<script(?![^>]*src=)/);
  });

  it.each(['/console/missing.js', '/console/a/b.css'])('is not what %s gets', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('is not for programs, nor for writes', async () => {
    expect((await get('/console', { headers: { accept: 'application/json' } })).status).toBe(404);
    expect((await platform.http.raw('POST', '/console', html)).status).toBe(405);
  });
});

it.each([
  ...Object.keys(linkPages),
  PASSWORD_PAGE,
  `${INVITATION_PAGE}/0199c0de-7e5c-7000-8000-000000000001`,
  '/store/unsubscribe/not-a-token',
  '/store/back-in-stock/not-a-token',
])('%s, which mails link to where the storefront has no address, is a page', async (path) => {
  const response = await get(path);
  expect(response.headers.get('content-type')).toContain('text/html');
});

describe('a file', () => {
  const [name = ''] = readdirSync(join(import.meta.dirname, '..', '..', 'dist', 'console', 'assets')).filter(
    (file) => /^main-.*\.js$/.test(file),
  );

  it('is compressed, and kept for ever', async () => {
    const response = await get(`/console/assets/${name}`, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
  });

  it.each([
    'gone-ABC.js',
    '..%2findex.html',
    '..%2f..%2fserver.js',
    '.stamp',
    `${encodeURIComponent('../../../package.json')}`,
  ])('%s is 404', async (file) => {
    expect((await get(`/console/assets/${file}`)).status).toBe(404);
  });
});

it('a console that is built anew beside the process: a chunk that is gone is 404, and the page is the new one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'haat-console-'));
  const build = async (name: string) => {
    await rm(folder, { recursive: true });
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), `<script src="/console/assets/${name}"></script>`);
    await writeFile(join(folder, 'assets', name), 'run()');
  };
  await build('first.js');
  const app = express().use(consoleRouter(platform.container, { folder }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/console`;
  try {
    expect(await (await fetch(url, html)).text()).toContain('first.js');
    await build('second.js');
    const gone = await fetch(`${url}/assets/first.js`);
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await (await fetch(url, html)).text()).toContain('second.js');
    expect((await fetch(`${url}/assets/second.js`)).status).toBe(200);
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});

describe('the declarations', () => {
  it('name operations and the shapes of each feature', async () => {
    const index = (await (await get('/console/declarations.json', {})).json()) as {
      operations: { id: string; list?: object }[];
    };
    const brands = index.operations.find(({ id }) => id === 'getAdminBrands');
    expect(brands).toMatchObject({
      permission: 'taxonomy:read',
      list: { paging: 'page' },
      read: 'getAdminBrandsById',
    });
    const taxonomy = (await (await get('/console/declarations/taxonomy.json', {})).json()) as {
      schemas: object;
    };
    expect(Object.keys(taxonomy.schemas)).toContain('BrandInput');
  });
});

it('CONSOLE=off serves none', async () => {
  const without = await startPlatform();
  expect((await without.http.raw('GET', '/console', html)).status).toBe(404);
  await without.stop();
});
