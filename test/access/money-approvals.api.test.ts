import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession, signInAgo, type TestSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import type { HttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { createBuyer, createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { data } from '../_support/shop.js';
import { createTestClock } from '../_support/test-clock.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { deliveredSale, setBank } from '../payouts/payable-vendor.js';

interface Approval {
  id: string;
  kind: string;
  entityId: string;
  amount: number;
  cause: string;
  state: string;
  askedBy: string;
  decidedBy: string | null;
  alone: boolean;
  note: string | null;
}

const LAKH = 10_000_000;
const HOUR_MS = 3_600_000;
const clock = createTestClock();

let platform: TestPlatform;
let vendor: TestVendor;
let first: TestSession;
let asker: HttpClient;
let second: HttpClient;
beforeAll(async () => {
  platform = await startPlatform({ clock });
  vendor = await createVendor(platform.container);
  await setBank(platform.http.as(vendor.token));
  await platform.container.knex('payouts_accounts').update({ state: 'replaced' });
  first = await createSession(platform.container, { roles: ['superAdmin'] });
  asker = platform.http.as(first.token);
});
afterAll(() => platform.stop());

const knex = () => platform.container.knex;
const adjustBy = (http: HttpClient, amount: number) =>
  http.post<Approval>('/admin/ledger/adjustments', { vendorId: vendor.vendorId, amount, reason: 'Bonus' });
const decide = (http: HttpClient, id: string, verb: 'approve' | 'refuse') =>
  http.post<Approval>(
    `/admin/money-approvals/${id}/${verb}`,
    verb === 'refuse' ? { reason: 'Too much' } : undefined,
  );
const waiting = async (entityId: string) => {
  const list = data(
    await second.get<Approval[]>('/admin/money-approvals?filters[]=state:eq:waiting&limit=100'),
  );
  return list.find((approval) => approval.entityId === entityId);
};
/** A session that was signed in at the time of the clock. */
async function signedInNow(userId: string): Promise<TestSession> {
  const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
  const session = await createSession(platform.container, { userId, expiresAt });
  await signInAgo(platform.container, session, (Date.now() - clock.now().getTime()) / 60_000);
  return session;
}
const posted = (id: string) => knex()('ledger_transactions').where({ id }).first('net', 'actor');

describe('where one person alone may approve', () => {
  it('they confirm after twelve hours, with a second factor, and every superAdmin is mailed', async () => {
    const asked = await adjustBy(asker, LAKH + 1);
    expect(asked.status).toBe(202);
    const { id, entityId } = asked.body.data;
    expect((await decide(asker, id, 'approve')).body).toMatchObject({ reason: 'access.alone_too_early' });
    clock.shift(12 * HOUR_MS + 1_000);
    const later = platform.http.as((await signedInNow(first.userId)).token);
    expect((await decide(later, id, 'approve')).body).toMatchObject({ reason: 'access.alone_needs_factor' });
    await knex()('accounts_second_factors').insert({
      userId: first.userId,
      secretEncrypted: 'x',
      confirmedAt: clock.now(),
    });
    platform.container.principals.forget();
    expect(await posted(entityId)).toBeUndefined();
    expect(data(await decide(later, id, 'approve'))).toMatchObject({ state: 'approved', alone: true });
    expect((await posted(entityId))?.net).toBe(LAKH + 1);
    const mails = await mailsTo(platform.container, first.email);
    expect(mails.map(({ template }) => template)).toEqual([
      'auth.money_approval',
      'auth.money_confirmed_alone',
    ]);
    clock.shift(0);
    await knex()('accounts_second_factors').del();
    platform.container.principals.forget();
  });
});

describe('where two may', () => {
  let other: TestSession;
  beforeAll(async () => {
    other = await createSession(platform.container, { permissions: ['money:approve'] });
    second = platform.http.as(other.token);
  });

  it('an adjustment above the limit waits for the other one, also for the maker of an API key', async () => {
    const { key } = await createApiKey(platform.container, {
      userId: first.userId,
      permissions: ['payout:manage'],
    });
    const asked = await adjustBy(platform.http.as(key), -2 * LAKH);
    expect([asked.status, asked.body.data]).toMatchObject([
      202,
      { kind: 'account_adjustment', amount: -2 * LAKH, cause: 'act', state: 'waiting', note: 'Bonus' },
    ]);
    const { id, entityId } = asked.body.data;
    expect((await decide(asker, id, 'approve')).body).toMatchObject({ reason: 'access.own_approval' });
    expect(await posted(entityId)).toBeUndefined();
    const [approved, again] = await Promise.all([
      decide(second, id, 'approve'),
      decide(second, id, 'approve'),
    ]);
    expect([approved.status, again.status]).toEqual([200, 200]);
    expect(await posted(entityId)).toMatchObject({ net: -2 * LAKH, actor: { type: 'api_key' } });
    expect((await decide(second, id, 'refuse')).status).toBe(409);
    const mails = await mailsTo(platform.container, other.email);
    expect(mails.map(({ template }) => template)).toEqual(['auth.money_approval']);
  });

  it('what is refused does nothing, and who asked may withdraw it', async () => {
    const { id, entityId } = (await adjustBy(asker, 3 * LAKH)).body.data;
    expect(data(await decide(asker, id, 'refuse'))).toMatchObject({ state: 'refused', reason: 'Too much' });
    expect((await decide(second, id, 'approve')).status).toBe(409);
    expect(await posted(entityId)).toBeUndefined();
  });

  it('acts below the limit wait once a person has moved too much in a day, API keys included', async () => {
    const person = await createSession(platform.container, { roles: ['superAdmin'] });
    const { key } = await createApiKey(platform.container, {
      userId: person.userId,
      permissions: ['payout:manage'],
    });
    const callers = [person.token, key, person.token, key, person.token, key].map((token) =>
      platform.http.as(token),
    );
    const done = await Promise.all(callers.map((http) => adjustBy(http, LAKH)));
    expect(done.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 202]);
    const held = done.find(({ status }) => status === 202)?.body.data;
    expect(held?.cause).toBe('day');
    data(await decide(second, held?.id ?? '', 'approve'));
    expect((await adjustBy(callers[0] ?? asker, 1)).status).toBe(202);
    clock.shift(25 * HOUR_MS);
    const tomorrow = await signedInNow(person.userId);
    expect((await adjustBy(platform.http.as(tomorrow.token), 1)).status).toBe(201);
    clock.shift(0);
  });

  it('store credit above the limit is granted when it is approved', async () => {
    await setSettings(platform.container, { 'admin.store_credit.enabled': true });
    const buyer = await createBuyer(platform.container);
    const asked = await asker.post<Approval>('/admin/store-credit/adjustments', {
      userId: buyer.userId,
      amount: LAKH + 100,
      reason: 'Sorry',
    });
    expect([asked.status, asked.body.data]).toMatchObject([
      202,
      { kind: 'store_credit_adjustment', email: buyer.email },
    ]);
    const balance = async () =>
      data(await platform.http.as(buyer.token).get<{ balance: number }>('/store/store-credit')).balance;
    expect(await balance()).toBe(0);
    data(await decide(second, asked.body.data.id, 'approve'));
    expect(await balance()).toBe(LAKH + 100);
  });

  describe('a refund by hand above the limit', () => {
    async function asked() {
      const { orderId } = await createConfirmedOrder(platform.container, {
        vendorIds: [vendor.vendorId],
        paid: true,
        lines: [{ title: 'Loom', unitPrice: 2 * LAKH, quantity: 1 }],
      });
      const refund = data(
        await asker.post<{ id: string; awaitingApproval: boolean; status: string; ways: string[] }>(
          `/admin/orders/${orderId}/refunds`,
          { reason: 'Damaged', amount: LAKH + 100, restock: true },
        ),
      );
      expect(refund).toMatchObject({ awaitingApproval: true, status: 'pending', ways: [] });
      return { orderId, ...refund, approval: (await waiting(refund.id))?.id ?? '' };
    }
    const sent = (entityId: string) =>
      knex()('outbox_events')
        .where({ type: 'payment.refund_requested', entityId })
        .count({ sent: '*' })
        .first();

    it('is sent when it is approved, and can neither be recorded as paid nor sent again before', async () => {
      const { id, approval } = await asked();
      for (const act of [
        ['paid', { reference: 'UTR 1' }],
        ['give-up', { reason: 'x' }],
      ] as const)
        expect([act[0], (await asker.post(`/admin/refunds/${id}/${act[0]}`, act[1])).status]).toEqual([
          act[0],
          409,
        ]);
      data(await asker.post(`/admin/refunds/${id}/retry`));
      expect(Number((await sent(id))?.sent)).toBe(0);
      data(await decide(second, approval, 'approve'));
      expect(Number((await sent(id))?.sent)).toBe(1);
    });

    it('moves its pieces when it is approved, not before, and none where it is refused', async () => {
      const piece = async (orderId: string) =>
        (await knex()('orders_lines as l')
          .join('orders_sub_orders as s', 's.id', 'l.sub_order_id')
          .where({ 's.orderId': orderId })
          .first('l.cancelledQuantity', 's.status', 's.id')) as {
          cancelledQuantity: number;
          status: string;
          id: string;
        };
      const whole = { reason: 'Damaged', restock: true };
      const ask = async () => {
        const { orderId } = await createConfirmedOrder(platform.container, {
          vendorIds: [vendor.vendorId],
          paid: true,
          lines: [{ title: 'Loom', unitPrice: 2 * LAKH, quantity: 1 }],
        });
        const { id } = data(await asker.post<{ id: string }>(`/admin/orders/${orderId}/refunds`, whole));
        expect(await piece(orderId)).toMatchObject({ cancelledQuantity: 0, status: 'pending' });
        return { orderId, approval: (await waiting(id))?.id ?? '' };
      };
      const approved = await ask();
      data(await decide(second, approved.approval, 'approve'));
      expect(await piece(approved.orderId)).toMatchObject({ status: 'cancelled' });
      const refused = await ask();
      data(await decide(second, refused.approval, 'refuse'));
      expect(await piece(refused.orderId)).toMatchObject({ cancelledQuantity: 0, status: 'pending' });
      // What was sent meanwhile is at its buyer: the money alone is no longer what was asked for.
      const sentSince = await ask();
      const { id: subOrderId } = await piece(sentSince.orderId);
      data(await asker.post(`/admin/orders/vendors/${subOrderId}/fulfilled`, { providerId: 'self-handled' }));
      expect((await decide(second, sentSince.approval, 'approve')).body).toMatchObject({
        reason: 'payments.refund_pieces_sent',
      });
      data(await decide(second, sentSince.approval, 'refuse'));
    });

    it('is off the table when it is refused, and what it was of can be refunded again', async () => {
      const { id, orderId, approval } = await asked();
      data(await decide(second, approval, 'refuse'));
      const list = data(
        await asker.get<{ id: string; status: string; givenUpAt: string | null }[]>(
          `/admin/orders/${orderId}/refunds`,
        ),
      );
      expect(list[0]).toMatchObject({
        id,
        status: 'failed',
        awaitingApproval: false,
        givenUpReason: 'Too much',
      });
      expect(Number((await sent(id))?.sent)).toBe(0);
      const less = { reason: 'Damaged', amount: 100, restock: true };
      expect((await asker.post(`/admin/orders/${orderId}/refunds`, less)).status).toBe(201);
    });
  });

  describe('a record of money above the limit, which nobody has approved', () => {
    const cashOrder = (vendorId: string) =>
      createConfirmedOrder(platform.container, {
        vendorIds: [vendorId],
        lines: [{ title: 'Loom', unitPrice: 2 * LAKH, quantity: 1 }],
      });
    const paymentOf = async (orderId: string) =>
      (await knex()('orders').where({ id: orderId }).first('paymentStatus')) as { paymentStatus: string };

    it('of cash waits, is there once it is approved, and is not where it is refused', async () => {
      for (const [verb, status] of [
        ['refuse', 'unpaid'],
        ['approve', 'paid'],
      ] as const) {
        const { orderId } = await cashOrder(vendor.vendorId);
        const asked = await asker.post<Approval>(`/admin/orders/${orderId}/mark-paid`);
        expect([asked.status, asked.body.data]).toMatchObject([202, { kind: 'cash_recorded', cause: 'act' }]);
        const again = await asker.post(`/admin/orders/${orderId}/mark-paid`);
        expect([again.status, again.body]).toMatchObject([409, { reason: 'access.awaiting_approval' }]);
        expect(await paymentOf(orderId)).toEqual({ paymentStatus: 'unpaid' });
        data(await decide(second, asked.body.data.id, verb));
        expect(await paymentOf(orderId)).toEqual({ paymentStatus: status });
      }
    });

    it('of a refund of cash that a cancellation gave back waits, and one that was approved does not', async () => {
      const { orderId, subOrders } = await cashOrder(vendor.vendorId);
      const path = `/admin/orders/vendors/${subOrders[0]?.subOrderId}`;
      data(await asker.post(`${path}/fulfilled`, { providerId: 'self-handled' }));
      data(await asker.post(`${path}/delivered`));
      const refund = data(
        await asker.post<{ id: string }>(`/admin/orders/${orderId}/refunds`, {
          reason: 'Damaged',
          restock: false,
        }),
      );
      data(await decide(second, (await waiting(refund.id))?.id ?? '', 'approve'));
      const paid = await asker.post<{ status: string }>(`/admin/refunds/${refund.id}/paid`, {
        reference: 'UTR 9',
      });
      expect([paid.status, paid.body.data]).toMatchObject([200, { status: 'processed' }]);

      const owed = await cashOrder(vendor.vendorId);
      data(
        await decide(
          second,
          data(await asker.post<Approval>(`/admin/orders/${owed.orderId}/mark-paid`)).id,
          'approve',
        ),
      );
      data(
        await platform.http
          .as(vendor.token)
          .post(`/vendor/orders/${owed.subOrders[0]?.subOrderId}/cancelled`, { reason: 'Out of stock' }),
      );
      const { id } = (await knex()('payments_refunds').where({ orderId: owed.orderId }).first('id')) as {
        id: string;
      };
      const asked = await asker.post<Approval>(`/admin/refunds/${id}/paid`, { reference: 'UTR 10' });
      expect([asked.status, asked.body.data]).toMatchObject([202, { kind: 'refund_paid' }]);
      const status = async () =>
        (await knex()('payments_refunds').where({ id }).first('status', 'reference')) as unknown;
      expect(await status()).toEqual({ status: 'pending', reference: null });
      data(await decide(second, asked.body.data.id, 'approve'));
      expect(await status()).toEqual({ status: 'processed', reference: 'UTR 10' });
    });

    it('of a payout waits where the limit was lowered since', async () => {
      await setSettings(platform.container, { 'admin.payout.hold_days': 0, 'admin.returns.window_days': 0 });
      const seller = await createVendor(platform.container);
      await setBank(platform.http.as(seller.token));
      await deliveredSale(platform.container, seller.vendorId);
      const until = new Date(clock.now().getTime() + 60_000).toISOString();
      const payout = data(
        await asker.post<{ id: string; awaitingApproval: boolean }>('/admin/payouts', {
          vendorId: seller.vendorId,
          until,
        }),
      );
      expect(payout.awaitingApproval).toBe(false);
      await setSettings(platform.container, { 'admin.money.approval_above': 1 });
      const asked = await asker.post<Approval>(`/admin/payouts/${payout.id}/paid`, { reference: 'NEFT 7' });
      expect([asked.status, asked.body.data]).toMatchObject([202, { kind: 'payout_paid' }]);
      const status = async () =>
        (await knex()('payouts').where({ id: payout.id }).first('status')) as unknown;
      expect(await status()).toEqual({ status: 'pending' });
      data(await decide(second, asked.body.data.id, 'approve'));
      expect(await status()).toEqual({ status: 'paid' });
      await setSettings(platform.container, { 'admin.money.approval_above': LAKH });
    });
  });

  it('a payout above the limit is in no bank file and cannot be recorded as paid before it is approved', async () => {
    await setSettings(platform.container, { 'admin.payout.hold_days': 0, 'admin.returns.window_days': 0 });
    await deliveredSale(platform.container, vendor.vendorId);
    await setSettings(platform.container, { 'admin.money.approval_above': 1 });
    const until = new Date(clock.now().getTime() + 60_000).toISOString();
    const made = await asker.post<{ id: string; awaitingApproval: boolean }>('/admin/payouts', {
      vendorId: vendor.vendorId,
      until,
    });
    const payout = data(made);
    expect(payout.awaitingApproval).toBe(true);
    const file = async () => (await asker.raw('GET', `/admin/payouts/export?until=${until}`)).text();
    expect(await file()).not.toContain(payout.id);
    const pay = () => asker.post(`/admin/payouts/${payout.id}/paid`, { reference: 'NEFT 1' });
    expect((await pay()).body).toMatchObject({ reason: 'access.awaiting_approval' });
    data(await second.post(`/admin/money-approvals/${(await waiting(payout.id))?.id}/approve`));
    expect(await file()).toContain(payout.id);
    data(await pay());
    await setSettings(platform.container, { 'admin.money.approval_above': LAKH });
  });

  it('an operator is asked about what cancellations give back for one vendor above its limit', async () => {
    const shop = await createVendor(platform.container);
    await setSettings(platform.container, { 'admin.money.vendor_refunds_above': 150_000 });
    async function cancel() {
      const { orderId, subOrders } = await createConfirmedOrder(platform.container, {
        vendorIds: [shop.vendorId],
        paid: true,
        lines: [{ title: 'Lamp', unitPrice: 50_000, quantity: 2 }],
      });
      const path = `/vendor/orders/${subOrders[0]?.subOrderId}/cancelled`;
      data(await platform.http.as(shop.token).post(path, { reason: 'Out of stock' }));
      const [refund] = data(
        await asker.get<
          { id: string; status: string; awaitingApproval: boolean; givenUpAt: string | null }[]
        >(`/admin/orders/${orderId}/refunds`),
      );
      if (!refund) throw new Error('Nothing goes back');
      return refund;
    }
    expect(await cancel()).toMatchObject({ awaitingApproval: false, status: 'pending' });
    const held = await cancel();
    expect(held).toMatchObject({ awaitingApproval: true, status: 'pending' });
    const approval = await waiting(held.id);
    expect(approval).toMatchObject({ kind: 'refund', cause: 'vendor_day' });
    data(await decide(asker, approval?.id ?? '', 'refuse'));
    const row = await knex()('payments_refunds').where({ id: held.id }).first('status', 'givenUpAt');
    expect(row).toEqual({ status: 'failed', givenUpAt: null });
    await setSettings(platform.container, { 'admin.money.vendor_refunds_above': 0 });
    expect(await cancel()).toMatchObject({ awaitingApproval: false });
  });

  it('of two cancellations at once that exceed the limit of their vendor together one is asked about, twenty times', async () => {
    await setSettings(platform.container, { 'admin.money.vendor_refunds_above': 150_000 });
    const held: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const shop = await createVendor(platform.container);
      const orders = await Promise.all(
        [1, 2].map(() =>
          createConfirmedOrder(platform.container, {
            vendorIds: [shop.vendorId],
            paid: true,
            lines: [{ title: 'Lamp', unitPrice: 50_000, quantity: 2 }],
          }),
        ),
      );
      const responses = await Promise.all(
        orders.map(({ subOrders }) =>
          platform.http
            .as(shop.token)
            .post(`/vendor/orders/${subOrders[0]?.subOrderId}/cancelled`, { reason: 'Out of stock' }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const rows = await knex()('payments_refunds')
        .whereIn(
          'orderId',
          orders.map(({ orderId }) => orderId),
        )
        .where({ awaitingApproval: true });
      held.push(rows.length);
    }
    expect(held).toEqual(Array.from({ length: 20 }, () => 1));
    await setSettings(platform.container, { 'admin.money.vendor_refunds_above': 0 });
  });

  it('the former name of the limit is still taken', async () => {
    const set = await asker.patch('/admin/settings/admin', { 'payout.approval_above': 7_500_000 });
    expect(set.status).toBe(200);
    const stored = await knex()('settings_values')
      .where({ key: 'admin.money.approval_above' })
      .first('value');
    expect(stored?.value).toBe(7_500_000);
  });

  it('and the books are right', () => expectBooksRight(platform.container));
});
