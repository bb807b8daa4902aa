import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settingsRegistry } from '#domain/settings/registry.js';
import { createSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
const environment = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '2525' };
beforeAll(async () => {
  platform = await startPlatform({ environment });
});
afterAll(() => platform.stop());

const root = () => createSession(platform.container, { roles: ['superAdmin'] });

describe('settings that decide where mails and links go, and credentials', () => {
  it('are these', () => {
    const keys = [...settingsRegistry.values()].filter((item) => item.permission === 'adminSetting:secure');
    expect(keys.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'admin.email.smtp_host',
        'admin.email.mailapi_api_key',
        'admin.payment.razorpay.key_secret',
        'store.storefront_urls.store_url',
        'store.seo.canonical_base_url',
        'store.storefront_urls.vendor_panel_url',
      ]),
    );
    const secrets = [...settingsRegistry.values()].filter(({ secret }) => secret);
    expect(secrets.filter((item) => !keys.includes(item))).toEqual([]);
  });

  it.each([
    ['admin', 'email.smtp_host', 'evil.example'],
    ['store', 'storefront_urls.store_url', 'https://evil.example'],
  ])(
    '%s.%s is refused to an admin, to an API key and to a session of yesterday',
    async (scope, key, value) => {
      const patch = { [key]: value };
      const admin = await createSession(platform.container, { roles: ['admin'] });
      const refused = await platform.http.as(admin.token).patch(`/admin/settings/${scope}`, patch);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        `Changing ${scope}.${key} requires the permission adminSetting:secure`,
      ]);
      const superAdmin = await root();
      const { key: apiKey } = await createApiKey(platform.container, superAdmin);
      const byKey = await platform.http.as(apiKey).patch(`/admin/settings/${scope}`, patch);
      expect([byKey.status, byKey.body]).toMatchObject([403, { reason: 'access.fresh_session_needed' }]);
      const createdAt = new Date(Date.now() - 11 * 60_000);
      await platform.container
        .knex('accounts_sessions')
        .where({ id: superAdmin.sessionId })
        .update({ createdAt });
      const old = await platform.http.as(superAdmin.token).patch(`/admin/settings/${scope}`, patch);
      expect([old.status, old.body.message]).toEqual([
        403,
        expect.stringContaining('signed in within the last 10 minutes'),
      ]);
    },
  );

  it('may be sent back unchanged by an admin, as a form does', async () => {
    const admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
    const { body } = await admin.get<Record<string, unknown>>('/admin/settings/admin');
    const response = await admin.patch('/admin/settings/admin', {
      ...body.data,
      'invoice.footer_note': 'Hi',
    });
    expect(response.status).toBe(200);
  });

  it('are mailed to every superAdmin over the former connection', async () => {
    const [item, other] = [await root(), await root()];
    const http = platform.http.as(item.token);
    await http.patch('/admin/settings/admin', { 'email.smtp_host': 'first.example' });
    await http.patch('/admin/settings/admin', { 'email.smtp_host': 'second.example' });
    for (const { email } of [item, other]) {
      expect(await mailsTo(platform.container, email)).toMatchObject([
        { variables: { settings: 'admin.email.smtp_host', formerConnection: { smtpHost: '' } } },
        {
          template: 'auth.secure_settings_changed',
          variables: { changedBy: item.email, formerConnection: { smtpHost: 'first.example' } },
        },
      ]);
    }
  });
});

/** What only an administrator may write for a vendor needs an operation with which one does. */
it('no setting of a vendor is reserved to administrators without an operation of theirs', async () => {
  const { allRoutes } = await import('#api/routes.js');
  const reserved = [...settingsRegistry.values()].filter(({ adminOnly }) => adminOnly).map(({ key }) => key);
  const operated = allRoutes.some(
    ({ method, path }) => method !== 'get' && path.startsWith('/admin/vendors/:vendorId/tax-settings'),
  );
  // The operation comes with the settings of shipping and tax; until then this is the one that is known.
  expect(operated ? [] : reserved).toEqual(operated ? [] : ['vendor.tax.lines']);
});
