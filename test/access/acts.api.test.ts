import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMoneyActsMail } from '#activities/access/mail-money-acts.js';
import { createSession, signInAgo, type TestSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import type { HttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';

let platform: TestPlatform;
let root: TestSession;
let http: HttpClient;
beforeAll(async () => {
  platform = await startPlatform();
  root = await createSession(platform.container, { roles: ['superAdmin'] });
  http = platform.http.as(root.token);
});
afterAll(() => platform.stop());

/** What the mails about rights say to the superAdmin, latest last. */
async function noticed(): Promise<Record<string, unknown>[]> {
  const mails = await mailsTo(platform.container, root.email);
  return mails.flatMap(({ template, variables }) =>
    template === 'auth.rights_changed' ? [variables ?? {}] : [],
  );
}

describe('every change of rights is mailed to the superAdmins', () => {
  it('roles given and taken', async () => {
    const user = await createSession(platform.container);
    const { body } = await http.get<{ id: string }[]>('/admin/roles?filters[]=name:eq:admin');
    const path = `/admin/users/${user.userId}/roles`;
    expect((await http.put(path, { roleIds: [body.data[0]?.id] })).status).toBe(200);
    expect((await http.put(path, { roleIds: [] })).status).toBe(200);
    const common = { whom: user.email, changedBy: root.email, address: '127.0.0.1' };
    expect((await noticed()).slice(-2)).toMatchObject([
      { ...common, what: 'given admin' },
      { ...common, what: 'taken admin' },
    ]);
  });

  it('a role that changes, a key, a ban of somebody with a role', async () => {
    const role = await http.post<{ id: string }>('/admin/roles', {
      name: 'Buyers’ desk',
      permissions: ['order:view'],
    });
    await http.patch(`/admin/roles/${role.body.data.id}`, { permissions: ['refund:view'] });
    await http.post('/admin/api-keys', { name: 'ERP', permissions: ['order:view'], moneyActs: true });
    const banned = await createSession(platform.container, { roles: ['admin'] });
    await http.post(`/admin/users/${banned.userId}/ban`);
    expect((await noticed()).slice(-4).map(({ whom, what }) => [whom, what])).toEqual([
      ['role "Buyers’ desk"', 'created with order:view'],
      ['role "Buyers’ desk"', 'given refund:view; taken order:view, for 0 users'],
      [expect.stringContaining('API key "ERP"'), 'created with order:view and acts with money'],
      [banned.email, 'banned (had the roles admin)'],
    ]);
  });

  it('but not the ban of a customer, which needs no fresh sign-in', async () => {
    const before = (await noticed()).length;
    const customer = await createSession(platform.container);
    const old = await createSession(platform.container, { roles: ['superAdmin'] });
    await signInAgo(platform.container, old, 120);
    expect((await platform.http.as(old.token).post(`/admin/users/${customer.userId}/ban`)).status).toBe(200);
    expect(await noticed()).toHaveLength(before);
  });
});

describe('API keys', () => {
  it('are revoked for good by a ban: an unban does not bring them back', async () => {
    const user = await createSession(platform.container, { roles: ['superAdmin'] });
    const key = await createApiKey(platform.container, { userId: user.userId, permissions: ['order:view'] });
    const asKey = platform.http.as(key.key);
    expect((await asKey.get('/admin/orders')).status).toBe(200);
    await http.post(`/admin/users/${user.userId}/ban`);
    expect((await http.post(`/admin/users/${user.userId}/unban`)).status).toBe(200);
    expect((await asKey.get('/admin/orders')).status).toBe(401);
    const audit = await platform.container.knex('audit_entries').where({ entityId: key.id });
    expect(audit).toMatchObject([{ action: 'create' }, { action: 'revoke', actorId: root.userId }]);
  });

  it('are accepted from their addresses alone, and say from where they were used last', async () => {
    const permissions = ['order:view'] as const;
    const make = (allowedAddresses: string[]) =>
      createApiKey(platform.container, { userId: root.userId, permissions, allowedAddresses });
    const [here, elsewhere] = [
      await make(['10.0.0.0/8', '127.0.0.0/8']),
      await make(['203.0.113.7', '2001:db8::/32']),
    ];
    expect((await platform.http.as(here.key).get('/admin/orders')).status).toBe(200);
    expect((await platform.http.as(elsewhere.key).get('/admin/orders')).status).toBe(401);
    const { body } = await http.get<{ id: string; lastUsedAddress: string | null }[]>('/admin/api-keys');
    const used = (id: string) => body.data.find((key) => key.id === id)?.lastUsedAddress;
    expect([used(here.id), used(elsewhere.id)]).toEqual(['127.0.0.1', null]);
    const bad = await http.post('/admin/api-keys', {
      name: 'x',
      permissions,
      allowedAddresses: ['10.0.0.0/33'],
    });
    expect([bad.status, bad.body.errors?.[0]?.path]).toEqual([400, 'body.allowedAddresses.0']);
  });
});

describe('acts with money', () => {
  it('may be done for as long as the setting says, and by keys that were made for them', async () => {
    const { container } = platform;
    const session = await createSession(container, { permissions: ['refund:create'] });
    await signInAgo(container, session, 30);
    const order = await createConfirmedOrder(container, { paid: true });
    const refund = (token: string) =>
      platform.http
        .as(token)
        .post(`/admin/orders/${order.orderId}/refunds`, { reason: 'Damaged', amount: 100, restock: true });
    expect((await refund(session.token)).status).toBe(201);
    await setSettings(container, { 'admin.access.money_act_minutes': 15 });
    expect((await refund(session.token)).body).toMatchObject({
      statusCode: 403,
      reason: 'access.fresh_session_needed',
    });
    const key = await createApiKey(container, { userId: root.userId, permissions: ['refund:create'] });
    expect((await refund(key.key)).status).toBe(201);
  });

  it('are summed up in one mail a day, and not mailed twice', async () => {
    const mail = createMoneyActsMail(platform.container);
    await mail();
    const mails = (await mailsTo(platform.container, root.email)).filter(
      ({ template }) => template === 'auth.money_acts',
    );
    expect(mails).toMatchObject([
      { variables: { refundsCreated: '2, together ₹2.00', refundsPaid: '', payoutsPaid: '' } },
    ]);
    expect(await mail()).toEqual({ mails: 0 });
  });
});
