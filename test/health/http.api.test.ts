import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform({ environment: { CORS_ORIGINS: 'https://shop.example.com' } });
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());

const json = { 'content-type': 'application/json' };

async function errorOf(response: Response): Promise<unknown[]> {
  const body = (await response.json()) as {
    data: unknown;
    statusCode: number;
    errorCode: string;
    reason: string;
  };
  expect(body).toMatchObject({
    data: null,
    statusCode: response.status,
    message: expect.any(String) as unknown,
    reason: expect.stringMatching(/^platform\.[a-z_]+$/) as unknown,
  });
  return [response.status, body.errorCode];
}

describe('a request that cannot be understood', () => {
  it('is 400 when its JSON is malformed', async () => {
    const response = await admin.raw('PATCH', '/admin/settings/store', { headers: json, body: '{"a":' });
    expect(await errorOf(response)).toEqual([400, 'BAD_REQUEST']);
  });

  it('is 413 when it is larger than the operation takes', async () => {
    const body = JSON.stringify({ 'branding.store_name': 'x'.repeat(1_100_000) });
    const response = await admin.raw('PATCH', '/admin/settings/store', { headers: json, body });
    expect(await errorOf(response)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('is 415 when it is no JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    const response = await admin.raw('PATCH', '/admin/settings/store', { headers, body: 'hello' });
    expect(await errorOf(response)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('is 404 when no operation has its path, and 405 when one has it with another method', async () => {
    expect(await errorOf(await platform.http.raw('GET', '/no/such/path'))).toEqual([404, 'NOT_FOUND']);
    expect(await errorOf(await platform.http.raw('DELETE', '/health/live'))).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
    ]);
    expect(await errorOf(await platform.http.raw('GET', '/store/products/slug/%E0%A4%A'))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });
});

describe('a list', () => {
  it.each([
    ['limit=0', 'query.limit'],
    ['limit=101', 'query.limit'],
    ['limit=ten', 'query.limit'],
    ['page=0', 'query.page'],
    ['filters[]=nothing:eq:1', 'query.filters[]'],
    ['filters[]=entity:about:1', 'query.filters[]'],
    ['filters[]=createdAt:gt:yesterday', 'query.filters[]'],
    ['sort=secret:asc', 'query.sort'],
    ['sort=createdAt:up', 'query.sort'],
  ])('refuses %s, naming %s', async (query, path) => {
    const response = await admin.get(`/admin/audit?${query}`);
    expect([response.status, response.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
    expect(response.body.errors?.map((item) => item.path)).toEqual([path]);
  });

  it('splits a filter at its first two colons, and pages', async () => {
    const { knex } = platform.container;
    const entry = {
      actorType: 'system',
      actorId: 'test',
      requestId: 'test',
      entity: 'thing',
      action: 'update',
    };
    await knex('audit_entries').insert([1, 2, 3].map((n) => ({ ...entry, entityId: `a:b:${n}` })));
    const item = await admin.get<{ entityId: string }[]>('/admin/audit?filters[]=entityId:eq:a:b:2');
    expect(item.body.data.map((row) => row.entityId)).toEqual(['a:b:2']);
    const query = 'filters[]=entity:eq:thing&limit=2&page=2&sort=createdAt:asc';
    const second = await admin.get<{ entityId: string }[]>(`/admin/audit?${query}`);
    expect(second.body.metadata).toEqual({ total: 3, limit: 2, offset: 2, hasMore: false });
    expect(second.body.data).toHaveLength(1);
  });
});

describe('every response', () => {
  it('carries a request id: the client’s own when it is usable', async () => {
    const own = await platform.http.raw('GET', '/health/live', {
      headers: { 'x-request-id': 'my-request-1' },
    });
    expect(own.headers.get('x-request-id')).toBe('my-request-1');
    const bad = await platform.http.raw('GET', '/health/live', { headers: { 'x-request-id': 'a b' } });
    expect(bad.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has the headers that browsers want, and lets only configured origins in', async () => {
    const friend = await platform.http.raw('GET', '/health/live', {
      headers: { origin: 'https://shop.example.com' },
    });
    expect(friend.headers.get('access-control-allow-origin')).toBe('https://shop.example.com');
    expect(friend.headers.get('x-content-type-options')).toBe('nosniff');
    expect(friend.headers.get('x-powered-by')).toBeNull();
    const stranger = await platform.http.raw('GET', '/health/live', {
      headers: { origin: 'https://evil.example' },
    });
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the reference', () => {
  it('is served with everything it needs from here', async () => {
    const page = await (await platform.http.raw('GET', '/docs')).text();
    const assets = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(assets.length).toBeGreaterThan(2);
    for (const asset of assets) {
      expect(asset.startsWith('/docs/')).toBe(true);
      expect((await platform.http.raw('GET', asset)).status).toBe(200);
    }
    const document = (await (await platform.http.raw('GET', '/openapi.json')).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
  });
});

describe('health', () => {
  it('names each part', async () => {
    const ready = await platform.http.raw('GET', '/health/ready');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        reasons: [],
        notices: [],
        parts: { database: 'up', engine: 'up', search: 'up', storage: 'up' },
      },
    ]);
  });
});
