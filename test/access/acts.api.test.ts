import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { createMoneyActsMail } from '#activities/access/mail-money-acts.js';
import { createSession, signInAgo, type TestSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import { errorLogger } from '../_support/error-logger.js';
import type { HttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
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

  it('are those alone of a cancellation that gives money back', async () => {
    const { container } = platform;
    const session = await createSession(container, { permissions: ['order:cancel'] });
    await signInAgo(container, session, 120);
    const cancel = async (paid: boolean) => {
      const { orderId } = await createConfirmedOrder(container, { paid });
      return platform.http.as(session.token).post(`/admin/orders/${orderId}/cancel`, { reason: 'By phone' });
    };
    expect((await cancel(false)).status).toBe(200);
    expect((await cancel(true)).body).toMatchObject({
      statusCode: 403,
      reason: 'access.fresh_session_needed',
    });
  });

  it('move nothing of what an old session or a key without `moneyActs` asks for', async () => {
    const { container } = platform;
    const { vendorId } = await createVendor(container);
    const key = await createApiKey(container, {
      userId: root.userId,
      permissions: ['payout:manage'],
      moneyActs: false,
    });
    const old = await createSession(container, { permissions: ['payout:manage'] });
    await signInAgo(container, old, 120);
    for (const token of [key.key, old.token]) {
      const caller = platform.http.as(token);
      const body = { vendorId, amount: 99_000_000_000, reason: 'x' };
      expect((await caller.post('/admin/ledger/adjustments', body)).status).toBe(403);
      const until = new Date().toISOString();
      expect((await caller.post('/admin/payouts/run', { until })).status).toBe(403);
    }
    expect(await container.knex('ledger_entries').where({ vendorId })).toEqual([]);
    expect((await http.post('/admin/ledger/adjustments', { vendorId, amount: 5, reason: '' })).status).toBe(
      400,
    );
  });

  it('are limited in number for one person, whose API keys count with them', async () => {
    const { container } = platform;
    const person = await createSession(container, { roles: ['superAdmin'] });
    const { key } = await createApiKey(container, { userId: person.userId, permissions: ['payout:manage'] });
    const { vendorId } = await createVendor(container);
    await setSettings(container, { 'admin.money.acts_daily': 3 });
    const adjust = (token: string) =>
      platform.http.as(token).post('/admin/ledger/adjustments', { vendorId, amount: 1, reason: 'Bonus' });
    const done = await Promise.all([person.token, key, person.token, key, key].map(adjust));
    expect(done.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429]);
    expect(done.find(({ status }) => status === 429)?.body).toMatchObject({
      reason: 'access.money_acts_exhausted',
    });
    await setSettings(container, { 'admin.money.acts_daily': 5_000 });
  });

  it('are summed up in one mail a day, and not mailed twice', async () => {
    const mail = createMoneyActsMail(platform.container);
    await mail();
    const mails = (await mailsTo(platform.container, root.email)).filter(
      ({ template }) => template === 'auth.money_acts',
    );
    expect(mails).toMatchObject([
      {
        variables: {
          refundsCreated: '2, together ₹2.00',
          refundsPaid: '',
          payoutsCreated: '',
          payoutsPaid: '',
          payoutsFailed: '',
          adjustments: '3, together ₹0.03',
          otherActs: '',
        },
      },
    ]);
    expect(await mail()).toEqual({ mails: 0 });
  });
});

describe('an operation that writes rows of money', () => {
  it('and does not say so is a fault of the platform, whatever table and way of writing it is', async () => {
    const statements = [
      'update payouts set updated_at = now() where false',
      'with x as (insert into "ledger_entries" select * from ledger_entries where false returning id) select 1',
      'delete from payments_refunds where false',
      "update settings_values set updated_at = now() where key = 'vendor.payout.ifsc' and false",
    ];
    const write = route({
      method: 'post',
      path: '/store/undeclared/:index',
      summary: 'Write money in silence',
      auth: 'public',
      params: { index: z.string() },
      handler: async ({ params }) => {
        const { knex } = quiet.container;
        await knex.transaction((tx) => tx.raw(statements[Number(params.index)] ?? ''));
      },
    });
    const lines: string[] = [];
    const quiet = await startPlatform({
      routes: routes('payouts', [write]),
      logger: errorLogger(lines),
    });
    try {
      for (const index of statements.keys()) {
        const { status } = await quiet.http.post(`/store/undeclared/${index}`);
        const said = lines.splice(0).join();
        expect([statements[index], status, said]).toEqual([
          statements[index],
          500,
          expect.stringContaining("declare `act: 'money'`"),
        ]);
      }
    } finally {
      await quiet.stop();
    }
  });
});
