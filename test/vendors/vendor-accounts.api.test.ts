import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { totpCode } from '#lib/totp.js';
import { createSession, signInAgo, type TestSession } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { bank, deliveredSale } from '../payouts/payable-vendor.js';

const FACTOR = '/me/second-factor';
const STALE = [403, 'access.fresh_session_needed'];
const DAY_MS = 86_400_000;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const reasonOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { reason?: string } | null)?.reason,
];

/** A vendor whose owner has a session of their own. */
async function vendorOf(): Promise<{ vendorId: string; organizationId: string; owner: TestSession }> {
  const { vendorId, organizationId, userId, email } = await createVendor(platform.container);
  const owner = await createSession(platform.container, { userId, email });
  await platform.container
    .knex('accounts_sessions')
    .where({ id: owner.sessionId })
    .update({ activeOrganizationId: organizationId, activeVendorId: vendorId });
  return { vendorId, organizationId, owner };
}

/** Signed in longer ago than what an intruder would do first allows. */
async function stale(session: TestSession): Promise<void> {
  await signInAgo(platform.container, session, 11);
  platform.container.principals.forget();
}

async function enrol(session: TestSession): Promise<void> {
  const http = platform.http.as(session.token);
  const { secret } = data(await http.post<{ secret: string }>(FACTOR));
  data(await http.post(`${FACTOR}/confirm`, { code: totpCode(secret, new Date()) }));
}

describe('the second factor of people of a vendor', () => {
  it('is set up by whoever has a role there', async () => {
    const { vendorId, owner } = await vendorOf();
    await enrol(owner);
    const member = await createSession(platform.container, { vendorId, vendorRole: 'member' });
    await enrol(member);
    const { body } = await platform.http
      .as(member.token)
      .get<{ enrolled: boolean; required: boolean }>(FACTOR);
    expect(body.data).toMatchObject({ enrolled: true, required: false });
  });

  it('is all that is open seven days after the setting requires it of them, and of them alone', async () => {
    const { container, http } = platform;
    const { owner } = await vendorOf();
    const admin = await createSession(container, { roles: ['admin'] });
    const past = new Date(Date.now() - 8 * DAY_MS);
    await setSettings(container, { 'admin.access.require_vendor_second_factor': true });
    await container.knex('accounts_members').where({ userId: owner.userId }).update({ createdAt: past });
    await container.knex('access_user_roles').where({ userId: admin.userId }).update({ createdAt: past });
    container.principals.forget();
    expect((await http.as(owner.token).get('/vendor/profile')).status).toBe(200);
    await container
      .knex('settings_values')
      .where({ key: 'admin.access.require_vendor_second_factor' })
      .update({ updatedAt: past });
    container.principals.forget();
    expect(reasonOf(await http.as(owner.token).get('/vendor/profile'))).toEqual([
      403,
      'access.second_factor_required',
    ]);
    expect((await http.as(admin.token).get('/admin/roles')).status).toBe(200);
    await enrol(owner);
    expect((await http.as(owner.token).get('/vendor/profile')).status).toBe(200);
    expect(reasonOf(await http.as(owner.token).delete(FACTOR))).toEqual([
      409,
      'accounts.second_factor_stays',
    ]);
    await setSettings(container, { 'admin.access.require_vendor_second_factor': false });
  });

  it('is removed for an owner by an operator: everybody there is told, and payouts wait for a day', async () => {
    const { container, http } = platform;
    const { vendorId, owner } = await vendorOf();
    const member = await createSession(container, { vendorId, vendorRole: 'member' });
    data(await http.as(owner.token).patch('/vendor/settings', bank));
    await enrol(owner);
    await deliveredSale(container, vendorId);
    const admin = await createSession(container, { roles: ['superAdmin'] });
    const operator = http.as(admin.token);
    const reset = `/admin/users/${owner.userId}/second-factor/reset`;
    await stale(admin);
    expect(reasonOf(await operator.post(reset))).toEqual(STALE);
    await signInAgo(container, admin, 0);
    container.principals.forget();
    expect((await operator.post(reset)).status).toBe(200);
    expect(reasonOf(await operator.post(reset))).toEqual([409, 'accounts.no_second_factor']);
    expect((await http.as(owner.token).get('/me')).status).toBe(401);
    for (const email of [owner.email, member.email])
      expect((await mailsTo(container, email)).map(({ template }) => template)).toContain(
        'auth.account_security',
      );
    const payout = () => operator.post('/admin/payouts', { vendorId, until: new Date().toISOString() });
    expect(reasonOf(await payout())).toEqual([409, 'payouts.vendor_held']);
    await container.knex('payouts_holds').where({ vendorId }).update({ until: new Date() });
    expect((await payout()).status).toBe(201);
  });
});

describe('a session that is not signed in recently', () => {
  it('changes neither bank details, carrier credentials, members nor webhooks', async () => {
    const { container, http } = platform;
    const { organizationId, owner } = await vendorOf();
    const own = http.as(owner.token);
    const endpoint = {
      url: 'https://erp.example.com/hook',
      events: ['order.*'],
      contactEmail: 'a@example.com',
    };
    const hook = data(await own.post<{ id: string }>('/vendor/webhooks', endpoint));
    await stale(owner);
    const invitation = { email: 'new@example.com', role: 'member', organizationId };
    const attempts = [
      () => own.patch('/vendor/settings', bank),
      () => own.patch('/vendor/shipping/carrier/config', { webhookSecret: 'x'.repeat(32) }),
      () => own.patch('/vendor/shipping/carrier/config', { apiKey: 'cp_test_other' }),
      () => own.post('/auth/organization/invite-member', invitation),
      () => own.post('/vendor/webhooks', { ...endpoint, url: 'https://other.example.com/hook' }),
      () => own.patch(`/vendor/webhooks/${hook.id}`, { url: 'https://third.example.com/hook' }),
      () => own.post(`/vendor/webhooks/${hook.id}/rotate-secret`),
    ];
    for (const attempt of attempts) expect(reasonOf(await attempt())).toEqual(STALE);
    // What is no secret stays open.
    expect((await own.patch('/vendor/settings', { 'shipping.flat_rate_subunit': 4_900 })).status).toBe(200);
    await signInAgo(container, owner, 0);
    container.principals.forget();
    for (const attempt of attempts) expect((await attempt()).status).toBeLessThan(300);
  });
});

describe('first bank details', () => {
  it('are held and mailed as changed ones where there is a balance behind them', async () => {
    const { container, http } = platform;
    const admin = http.as((await createSession(container, { roles: ['admin'] })).token);
    const pay = (vendorId: string) =>
      admin.post('/admin/payouts', { vendorId, until: new Date().toISOString() });
    const [owed, fresh] = [await vendorOf(), await vendorOf()];
    await deliveredSale(container, owed.vendorId);
    data(await http.as(owed.owner.token).patch('/vendor/settings', bank));
    expect(reasonOf(await pay(owed.vendorId))).toEqual([409, 'payouts.bank_details_changed']);
    const mails = await mailsTo(container, owed.owner.email);
    expect(mails.map(({ template }) => template)).toContain('payout.bank_changed');
    // Nothing was owed yet when these were set.
    data(await http.as(fresh.owner.token).patch('/vendor/settings', bank));
    await deliveredSale(container, fresh.vendorId);
    expect((await pay(fresh.vendorId)).status).toBe(201);
  });
});

describe('a webhook endpoint of the platform', () => {
  it('is made by who may read the rows of its events, recently signed in, and every superAdmin is told', async () => {
    const { container, http } = platform;
    const superAdmin = await createSession(container, { roles: ['superAdmin'] });
    const session = await createSession(container, {
      permissions: ['webhook:manage', 'webhook:view', 'order:view'],
    });
    const own = http.as(session.token);
    const endpoint = (events: string[], path = 'hook') => ({
      url: `https://erp.example.com/${path}`,
      events,
      contactEmail: 'a@example.com',
    });
    for (const events of [['*'], ['product.*', 'order.*'], ['payout.paid']])
      expect(reasonOf(await own.post('/admin/webhooks', endpoint(events)))).toEqual([
        403,
        'outbound_webhooks.events_not_readable',
      ]);
    const { id } = data(await own.post<{ id: string }>('/admin/webhooks', endpoint(['order.*'])));
    expect(reasonOf(await own.patch(`/admin/webhooks/${id}`, { events: ['*'] }))).toEqual([
      403,
      'outbound_webhooks.events_not_readable',
    ]);
    const mails = await mailsTo(container, superAdmin.email);
    expect(mails.map(({ template }) => template)).toContain('auth.rights_changed');
    await stale(session);
    expect(reasonOf(await own.post('/admin/webhooks', endpoint(['order.*'], 'other')))).toEqual(STALE);
    expect(reasonOf(await own.post(`/admin/webhooks/${id}/rotate-secret`))).toEqual(STALE);
    // Stopping it is always possible.
    expect((await own.delete(`/admin/webhooks/${id}`)).status).toBe(200);
  });
});
