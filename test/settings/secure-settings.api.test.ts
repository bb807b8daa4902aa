import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SECURE_SETTINGS, type Setting } from '#domain/_shared/setting.js';
import { settingsRegistry } from '#domain/settings/registry.js';
import { createSession, signInAgo } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';

let platform: TestPlatform;
const environment = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '2525' };
beforeAll(async () => {
  platform = await startPlatform({ environment });
});
afterAll(() => platform.stop());

const root = () => createSession(platform.container, { roles: ['superAdmin'] });

const named = (keep: (setting: Setting<unknown>) => boolean) =>
  [...settingsRegistry.values()]
    .filter((item) => item.scope !== 'vendor' && keep(item))
    .map(({ key }) => key);

describe('settings that decide where mails, links and payouts go', () => {
  it('are these', () => {
    expect(named(({ permission }) => permission === 'adminSetting:secure').sort()).toEqual([
      'admin.access.money_act_minutes',
      'admin.access.require_second_factor',
      'admin.access.require_vendor_second_factor',
      'admin.access.secrets_for',
      'admin.email.from_email',
      'admin.email.provider',
      'admin.email.reply_to',
      'admin.email.smtp_host',
      'admin.email.smtp_port',
      'admin.email.smtp_secure',
      'admin.money.acts_daily',
      'admin.money.approval_above',
      'admin.money.approval_above_daily',
      'admin.money.vendor_refunds_above',
      'admin.payout.account_test_hours',
      'admin.payout.provider',
      'admin.payout.razorpayx.account_number',
      'admin.payout.razorpayx.key_id',
      'admin.payout.razorpayx.key_secret',
      'admin.payout.razorpayx.webhook_secret',
      'admin.payout.razorpayx.webhook_secret_previous',
      ...named(({ key }) => /^store\.(storefront_urls|seo\.canonical_base_url)/.test(key)).sort(),
    ]);
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

/** One of each kind of credential. */
const credentials: Record<string, string> = {
  'shipping.carrier.api_key': 'carrier-key-0000',
  'merchant_feed.oauth_client_secret': 'client-secret-0000',
  'social.app_secret': 'app-secret-0000',
  'social.redirect_uri': 'https://api.example.com/admin/social-catalog/oauth/callback',
  'payment.razorpay.key_id': 'rzp_test_0000',
  'payment.razorpay.key_secret': 'payment-secret-0000',
  'email.smtp_user': 'mailer',
  'email.smtp_password': 'mail-password-0000',
};

describe('credentials', () => {
  const secretsFor = async (value: string) => {
    const http = platform.http.as((await root()).token);
    expect((await http.patch('/admin/settings/admin', { 'access.secrets_for': value })).status).toBe(200);
  };
  const admin = () => createSession(platform.container, { roles: ['admin'] });
  const change = (token: string, key: string, value = credentials[key]) =>
    platform.http.as(token).patch<unknown>('/admin/settings/admin', { [key]: value });
  afterEach(() => secretsFor('admin'));

  it('are all secrets but those of payouts, and what belongs to them', () => {
    expect(
      named(({ secret, credential, key }) => secret !== credential && !key.includes('.payout.')),
    ).toEqual(
      expect.arrayContaining([
        'admin.email.mailapi_webhook_public_key',
        'admin.email.smtp_user',
        'admin.payment.razorpay.key_id',
        'admin.payment.stripe.publishable_key',
        'admin.social.redirect_uri',
      ]),
    );
    expect(
      named(({ secret, credential, permission }) => secret && !credential && permission !== SECURE_SETTINGS),
    ).toEqual([]);
  });

  it.each(Object.keys(credentials))(
    '%s is changed by an admin who signed in lately, and mailed to every superAdmin',
    async (key) => {
      const [superAdmin, person] = [await root(), await admin()];
      expect((await change(person.token, key)).status).toBe(200);
      expect(await mailsTo(platform.container, superAdmin.email)).toMatchObject([
        {
          template: 'auth.secure_settings_changed',
          variables: { settings: `admin.${key}`, changedBy: person.email },
        },
      ]);
      const late = await admin();
      await signInAgo(platform.container, late, 11);
      expect((await change(late.token, key, '')).body).toMatchObject({
        reason: 'access.fresh_session_needed',
      });
      const { key: apiKey } = await createApiKey(platform.container, superAdmin);
      expect((await change(apiKey, key, '')).body).toMatchObject({ reason: 'access.fresh_session_needed' });
    },
  );

  it.each(Object.keys(credentials))(
    '%s is for superAdmins where `access.secrets_for` says so',
    async (key) => {
      await secretsFor('superAdmin');
      const refused = await change((await admin()).token, key, '');
      expect([refused.status, refused.body.message]).toEqual([
        403,
        `Changing admin.${key} requires the permission adminSetting:secure`,
      ]);
      expect((await change((await root()).token, key, '')).status).toBe(200);
    },
  );

  it('are not opened by an admin, nor by the same request', async () => {
    await secretsFor('superAdmin');
    const person = platform.http.as((await admin()).token);
    for (const patch of [
      { 'access.secrets_for': 'admin' },
      { 'access.secrets_for': 'admin', 'social.app_secret': 'mine' },
    ])
      expect((await person.patch('/admin/settings/admin', patch)).status).toBe(403);
  });

  it('say what a change needs', async () => {
    const needs = async () => {
      const person = platform.http.as((await admin()).token);
      const declared = data(
        await person.get<{ key: string; permission: string; signInMinutes: number | null }[]>(
          '/admin/settings',
        ),
      );
      const of = (key: string) => {
        const { permission, signInMinutes } = declared.find((item) => item.key === key) ?? {};
        return [permission, signInMinutes];
      };
      return [of('email.from_name'), of('social.app_secret'), of('email.from_email')];
    };
    const [free, secure] = [
      ['adminSetting:update', null],
      ['adminSetting:secure', 10],
    ];
    expect(await needs()).toEqual([free, ['adminSetting:update', 10], secure]);
    await secretsFor('superAdmin');
    expect(await needs()).toEqual([free, secure, secure]);
  });
});

it.each(['email.from_name', 'social.app_id', 'merchant_feed.oauth_client_id', 'shipping.carrier.username'])(
  '%s is a name, which an admin changes however long ago they signed in, and nobody is mailed',
  async (key) => {
    const [superAdmin, person] = [
      await root(),
      await createSession(platform.container, { roles: ['admin'] }),
    ];
    await signInAgo(platform.container, person, 60);
    const response = await platform.http.as(person.token).patch('/admin/settings/admin', { [key]: 'Kolam' });
    expect(response.status).toBe(200);
    expect(await mailsTo(platform.container, superAdmin.email)).toEqual([]);
  },
);

it.each(['merchant-feed', 'social-catalog'])('an admin sets up %s and starts its consent', async (feed) => {
  const person = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  await person.patch('/admin/settings/admin', {
    'merchant_feed.oauth_client_id': 'haat.apps.sandbox',
    'merchant_feed.oauth_client_secret': credentials['merchant_feed.oauth_client_secret'],
    'social.app_id': '4711',
    'social.app_secret': credentials['social.app_secret'],
    'social.redirect_uri': credentials['social.redirect_uri'],
  });
  expect((await person.get(`/admin/${feed}/oauth/start`)).status).toBe(200);
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
