import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { searchFor } from './search-shop.js';
import { type ScriptedServer, startScriptedServer } from './scripted-typesense.js';

let server: ScriptedServer;
let platform: TestPlatform;

beforeAll(async () => {
  server = await startScriptedServer();
  platform = await startPlatform({ environment: { TYPESENSE_URL: server.url, TYPESENSE_API_KEY: 'key' } });
});
afterAll(async () => {
  await platform.stop();
  await server.close();
});

it('responds with 200 with nothing while there is no index and no product', async () => {
  const { status, body } = await searchFor(platform.http, { q: 'lamp' });
  expect([status, body.metadata]).toEqual([200, expect.objectContaining({ total: 0 })]);
});

it('responds with 502 BAD_GATEWAY while the search server fails, and readiness names it', async () => {
  server.response(() => ({ status: 503, body: { message: 'Not Ready' } }));
  // What the process knows of the index holds for a second.
  await eventually(async () => expect((await searchFor(platform.http, {})).status).toBe(502));
  for (const path of [
    '/store/product-search?q=lamp',
    '/store/products',
    '/store/product-search/suggestions?q=lamp',
  ]) {
    const { status, body } = await platform.http.get(path);
    expect([status, body.errorCode, body.reason]).toEqual([502, 'BAD_GATEWAY', 'search.unavailable']);
  }
  const ready = await platform.http.raw('GET', '/health/ready');
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { status: 'degraded', parts: { search: 'down' } },
  ]);
});
