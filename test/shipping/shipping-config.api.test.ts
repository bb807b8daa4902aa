import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CarrierSandbox, startCarrierSandbox } from '../../sandboxes/carrier/carrier-sandbox.js';
import { createSession, joinVendor, signInAgo, type TestSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import { accountOf } from '../_support/carrier-account.js';
import { createBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, createVendorSession, type TestVendor } from '../_support/vendors.js';

type Body = Record<string, unknown>;

const SECRET = 'a-webhook-secret-of-32-characters!!';
const account = {
  ...accountOf('platform'),
  webhookSecret: SECRET,
  enabledCouriers: ['delhivery'],
};

let sandbox: CarrierSandbox;
let platform: TestPlatform;
let admin: TestSession;
let vendor: TestVendor;

beforeAll(async () => {
  sandbox = await startCarrierSandbox({ port: 0, webhookSecret: SECRET });
  platform = await startPlatform({
    environment: { CARRIER_API_URL: sandbox.url, PUBLIC_API_BASE_URL: 'https://api.example.com' },
  });
  admin = await createSession(platform.container, { roles: ['superAdmin'] });
  vendor = await createVendor(platform.container);
});
afterAll(async () => {
  await platform.stop();
  await sandbox.close();
});

const asVendor = () => platform.http.as(vendor.token);
const asAdmin = () => platform.http.as(admin.token);
const audits = async (entityId: string) =>
  (await platform.container.knex('audit_entries').where({ entityId }).orderBy('id')) as Body[];

describe('the shipping charge of a vendor', () => {
  it('is free of charge with every allowed provider at first, and keeps what is left out', async () => {
    const fresh = {
      enabledProviders: ['carrier', 'self-handled'],
      flatRateSubunit: 0,
      freeAboveSubunit: null,
    };
    expect(data(await asVendor().get('/vendor/shipping/config'))).toEqual(fresh);
    const patched = await asVendor().patch('/vendor/shipping/config', {
      flatRateSubunit: 4900,
      freeAboveSubunit: 99900,
    });
    expect(data(patched)).toEqual({ ...fresh, flatRateSubunit: 4900, freeAboveSubunit: 99900 });
    expect(data(await asVendor().patch('/vendor/shipping/config', { freeAboveSubunit: null }))).toEqual({
      ...fresh,
      flatRateSubunit: 4900,
    });
  });

  it('lists the providers that platform and vendor both want', async () => {
    const path = `/admin/vendors/${vendor.vendorId}/shipping/config`;
    data(await asAdmin().patch(path, { enabledProviders: ['self-handled'] }));
    expect(data(await asVendor().get('/vendor/shipping/providers'))).toEqual([
      { id: 'self-handled', methods: ['self'] },
    ]);
    data(await asAdmin().patch('/admin/settings/admin', { 'shipping.allowed_providers': ['self-handled'] }));
    const refused = await asVendor().patch('/vendor/shipping/config', { enabledProviders: ['carrier'] });
    expect(refused.status).toBe(400);
    data(
      await asAdmin().patch('/admin/settings/admin', {
        'shipping.allowed_providers': ['carrier', 'self-handled'],
      }),
    );
    data(
      await asVendor().patch('/vendor/shipping/config', { enabledProviders: ['carrier', 'self-handled'] }),
    );
  });

  it.each([
    { enabledProviders: [] },
    { enabledProviders: ['pigeon'] },
    { flatRateSubunit: -1 },
    { flatRateSubunit: 1.5 },
    { freeAboveSubunit: -1 },
  ])('refuses %j', async (body) => {
    expect((await asVendor().patch('/vendor/shipping/config', body)).status).toBe(400);
  });
});

describe('a carrier account', () => {
  it('is written in one transaction with an audit row for each key, and read as it was written', async () => {
    const path = '/vendor/shipping/carrier/config';
    const empty = data(await asVendor().get<Body>(path));
    expect(empty).toMatchObject({ apiKey: '', courierMap: {}, defaultParcel: null });
    const webhookUrl = `https://api.example.com/webhooks/shipping/carrier/${vendor.vendorId}`;
    expect(data(await asVendor().patch(path, account))).toEqual({ ...account, webhookUrl });
    expect(data(await asVendor().get(path))).toEqual({ ...account, webhookUrl });
    const key = 'vendor.admin.shipping.carrier.webhook_secret';
    expect(await audits(key)).toHaveLength(1);
    expect(JSON.stringify(await audits(key))).not.toContain(SECRET);
    const stored = (await platform.container.knex('settings_values').where({ key }).first()) as Body;
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    const masked = data(await asVendor().get<Body>('/vendor/settings'));
    expect(masked['admin.shipping.carrier.webhook_secret']).toBe(`••••${SECRET.slice(-4)}`);

    data(await asVendor().patch(path, account));
    expect(await audits(key)).toHaveLength(1);
    const map = { dtdc: { cpId: 9, accountCode: 'D' } };
    expect(data(await asVendor().patch<Body>(path, { courierMap: map }))['courierMap']).toEqual(map);
  });

  it.each([
    { apiKye: 'x' },
    { webhookSecret: 'x'.repeat(31) },
    { pickupPincode: '40000' },
    { pickupPhone: '12345' },
    { pickupEmail: 'nobody' },
    { apiKey: null },
    { courierMap: { pigeon: { cpId: 1, accountCode: 'x' } } },
    { courierMap: { dtdc: { cpId: 0, accountCode: 'x' } } },
    { defaultParcel: { weight: 1, length: 1, breadth: 1 } },
    { defaultParcel: { weight: 0, length: 1, breadth: 1, height: 1 } },
  ])('refuses %j', async (body) => {
    for (const path of ['/vendor/shipping/carrier/config', '/admin/shipping/carrier/config']) {
      const client = path.startsWith('/vendor') ? asVendor() : asAdmin();
      expect((await client.patch(path, body)).status).toBe(400);
    }
  });

  it('is read masked and not written by a member', async () => {
    const { userId } = await createBuyer(platform.container);
    const organizationId = await joinVendor(platform.container, userId, vendor.vendorId, 'member');
    const token = await createVendorSession(platform.container, { userId, organizationId });
    const member = platform.http.as(token);
    const seen = data(await member.get<Body>('/vendor/shipping/carrier/config'));
    expect(seen).toMatchObject({ username: 'haat', webhookSecret: `••••${SECRET.slice(-4)}` });
    expect((await member.patch('/vendor/shipping/carrier/config', { username: 'x' })).status).toBe(403);
  });

  it('of the platform is masked for a read right, for API keys and for an old sign-in', async () => {
    const path = '/admin/shipping/carrier/config';
    data(await asAdmin().patch(path, { apiKey: 'an-api-key-of-the-platform', webhookSecret: SECRET }));
    const { container } = platform;
    const secrets = async (token: string, of = path) => {
      const { apiKey, webhookSecret } = data(await platform.http.as(token).get<Body>(of));
      return [apiKey, webhookSecret];
    };
    const mask = ['••••form', `••••${SECRET.slice(-4)}`];
    const reader = await createSession(container, { permissions: ['adminSetting:read'] });
    const old = await createSession(container, { roles: ['superAdmin'] });
    const { key } = await createApiKey(container, { userId: admin.userId });
    await signInAgo(container, old, 11);
    for (const token of [reader.token, old.token, key]) expect(await secrets(token)).toEqual(mask);
    expect(await secrets(admin.token)).toEqual(['an-api-key-of-the-platform', SECRET]);
    const owner = await createSession(container, { vendorId: vendor.vendorId });
    const own = '/vendor/shipping/carrier/config';
    expect((await secrets(owner.token, own))[1]).toBe(SECRET);
    await signInAgo(container, owner, 11);
    container.principals.forget();
    expect((await secrets(owner.token, own))[1]).toBe(mask[1]);
  });

  it('takes a mask that is sent back for nothing sent, and asks for rights only where a secret changes', async () => {
    const path = '/admin/shipping/carrier/config';
    const writer = await createSession(platform.container, {
      permissions: ['adminSetting:read', 'adminSetting:update'],
    });
    const http = platform.http.as(writer.token);
    const { apiKey, webhookSecret } = data(await http.get<Body>(path));
    const form = { apiKey, webhookSecret: '••••old1', username: 'haat-2' };
    expect((await http.patch(path, form)).status).toBe(200);
    const secretsFor = async (value: string) =>
      data(await asAdmin().patch<unknown>('/admin/settings/admin', { 'access.secrets_for': value }));
    await secretsFor('superAdmin');
    const refused = await http.patch(path, { webhookSecret: 'x'.repeat(32) });
    expect([refused.status, refused.body]).toMatchObject([403, { reason: 'settings.permission_needed' }]);
    await secretsFor('admin');
    for (const secret of ['x'.repeat(32), SECRET])
      expect((await http.patch(path, { webhookSecret: secret })).status).toBe(200);
    await signInAgo(platform.container, admin, 11);
    platform.container.principals.forget();
    const old = await asAdmin().patch(path, { username: 'haat-3', webhookSecret: 'x'.repeat(32) });
    expect([old.status, old.body]).toMatchObject([403, { reason: 'access.fresh_session_needed' }]);
    expect((await asAdmin().patch(path, { username: 'haat', webhookSecret })).status).toBe(200);
    await signInAgo(platform.container, admin, 0);
    platform.container.principals.forget();
    expect(data(await asAdmin().get<Body>(path))).toMatchObject({ username: 'haat', webhookSecret: SECRET });
  });

  it('of the platform lists its active couriers of supported names, and nothing without a key', async () => {
    const couriers = () => asAdmin().get('/admin/shipping/carrier/active-couriers');
    await platform.container.knex('settings_values').whereLike('key', 'admin.shipping.carrier.%').delete();
    await platform.container.settings.refresh();
    expect(data(await couriers())).toEqual([]);
    expect(data(await asAdmin().post('/admin/shipping/carrier/test'))).toMatchObject({ ok: false });
    const written = data(await asAdmin().patch<Body>('/admin/shipping/carrier/config', account));
    expect(written['webhookUrl']).toBe('https://api.example.com/webhooks/shipping/carrier/platform');
    expect(data(await couriers())).toEqual([
      { code: 'delhivery', courierName: 'Delhivery', cpId: 4, accountCode: 'DELHIVERY_SURFACE' },
      { code: 'delhivery', courierName: 'Delhivery', cpId: 4, accountCode: 'DELHIVERY_AIR' },
      { code: 'bluedart', courierName: 'Blue Dart', cpId: 5, accountCode: 'BLUEDART_MAIN' },
      { code: 'xpressbees', courierName: 'XpressBees Surface', cpId: 6, accountCode: 'XPRESSBEES_MAIN' },
    ]);
    expect(data(await asAdmin().post('/admin/shipping/carrier/test'))).toEqual({ ok: true, reason: null });
    data(await asAdmin().patch('/admin/shipping/carrier/config', { apiKey: 'wrong-key-of-nobody' }));
    expect(data(await couriers())).toEqual([]);
    const tested = data(await asAdmin().post<Body>('/admin/shipping/carrier/test'));
    expect(tested).toEqual({ ok: false, reason: 'Invalid API key' });
  });
});

describe('the flat taxes of a vendor', () => {
  const path = () => `/admin/vendors/${vendor.vendorId}/tax/config`;

  it('are the default until the vendor has a list, which may be empty', async () => {
    const taxes = [{ type: 'GST', rate: 18 }];
    data(await asAdmin().patch('/admin/settings/admin', { 'tax.default_lines': taxes }));
    expect(data(await asAdmin().get(path()))).toEqual({ taxes });
    const own = [
      { type: 'GST', rate: 12.5 },
      { type: 'CESS', rate: 0 },
    ];
    expect(data(await asAdmin().patch(path(), { taxes: own }))).toEqual({ taxes: own });
    expect(data(await asAdmin().patch(path(), {}))).toEqual({ taxes: own });
    expect(data(await asAdmin().patch(path(), { taxes: [] }))).toEqual({ taxes: [] });
    expect(data(await asAdmin().get(path()))).toEqual({ taxes: [] });
  });

  it.each([
    { rates: [] },
    { taxes: [{ type: ' ', rate: 1 }] },
    { taxes: [{ type: 'GST', rate: 101 }] },
    { taxes: [{ type: 'GST', rate: -1 }] },
    { taxes: [{ type: 'GST', rate: 1, more: 1 }] },
  ])('refuses %j', async (body) => {
    expect((await asAdmin().patch(path(), body)).status).toBe(400);
  });
});
