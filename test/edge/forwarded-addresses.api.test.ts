import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => platform.stop());

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['10.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['2001:db8::7', '2001:db8::7'],
  ['x'.repeat(5_000), '127.0.0.1'],
  ['203.0.113.9, not-an-address', '127.0.0.1'],
  ["'; drop table orders; --", '127.0.0.1'],
  ['', '127.0.0.1'],
])('X-Forwarded-For %j is the address %s', async (sent, address) => {
  const { userId } = await createSession(platform.container, { roles: ['superAdmin'] });
  const { id, key } = await createApiKey(platform.container, { userId });
  const http = platform.http.with({ 'x-forwarded-for': sent });
  expect((await http.as(key).get('/admin/roles')).status).toBe(200);
  const row = await platform.container.knex('access_api_keys').where({ id }).first('lastUsedAddress');
  expect(row).toEqual({ lastUsedAddress: address });
  expect((await http.post('/auth/sign-in/anonymous', {})).status).toBe(200);
  expect((await http.get('/store/search?q=lamp')).status).toBeLessThan(500);
});
