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

it('a storefront server of TRUSTED_PROXIES is believed, and no other', async () => {
  const { isAddressRange, trustedProxies } = await import('#lib/trusted-proxies.js');
  const trusts = trustedProxies({ TRUST_PROXY: 0, TRUSTED_PROXIES: ['127.0.0.1', '10.1.0.0/16', '::1'] });
  expect(['127.0.0.1', '::ffff:127.0.0.1', '10.1.7.7', '::1'].map((address) => trusts(address, 0))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['127.0.0.2', '10.2.0.1', 'nobody', ''].map((address) => trusts(address, 0))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(trustedProxies({ TRUST_PROXY: 1, TRUSTED_PROXIES: [] })('10.2.0.1', 0)).toBe(true);
  expect(['10.0.0.1', '10.0.0.0/8', 'fd00::/8'].every(isAddressRange)).toBe(true);
  expect(['', 'loopback', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/-1'].some(isAddressRange)).toBe(false);
});
