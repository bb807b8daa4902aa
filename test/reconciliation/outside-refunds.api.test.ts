import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { setSettings } from '../_support/settings.js';
import { data, startShop, type TestShop } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { setBank } from '../payouts/payable-vendor.js';
import { moneyProblems } from '../payments/money-problems.js';
import { createGateway, type Gateway } from './gateway.js';

let shop: TestShop;
let gateway: Gateway;
let admin: HttpClient;

beforeAll(async () => {
  shop = await startShop();
  gateway = createGateway(shop);
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => shop.stop());
afterEach(async () => {
  expect(await moneyProblems(shop.container.knex)).toEqual([]);
  await expectBooksRight(shop.container);
});

const receipts = () => gateway.account('receipts:sandbox');
const unallocated = () => gateway.account('unallocated:sandbox');
const itemsOf = async (orderId: string) => (await gateway.items()).filter((item) => item.orderId === orderId);

describe('a refund that was made at the provider', () => {
  it('of the whole order is one of ours with origin provider, and the order is cancelled with it', async () => {
    const order = await gateway.place([50_000, 70_000]);
    await gateway.capture(order);
    const before = await receipts();
    expect(await gateway.refund(order, order.total)).toBe('taken');
    expect(await gateway.refunds(order.orderId)).toMatchObject([
      { origin: 'provider', status: 'processed', amount: order.total },
    ]);
    expect(await gateway.order(order.orderId)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refundedTotal: order.total,
    });
    expect((await receipts()) - before).toBe(order.total);
    expect(await itemsOf(order.orderId)).toEqual([]);
    const again = await admin.post(`/admin/orders/${order.orderId}/refunds`, {
      reason: 'Again',
      restock: true,
    });
    expect(again.status).toBe(409);
  });

  it('that comes twice counts once', async () => {
    const order = await gateway.place([50_000]);
    await gateway.capture(order);
    await gateway.refund(order, order.total, { providerRef: 'rfnd_twice' });
    expect(await gateway.refund(order, order.total, { providerRef: 'rfnd_twice' })).toBe('nothing_new');
    expect(await gateway.refunds(order.orderId)).toHaveLength(1);
  });

  it('before the capture leaves an order that is not served', async () => {
    const order = await gateway.place([50_000]);
    const early = { providerRef: 'rfnd_early', paymentId: order.placed.payment.id };
    expect(await gateway.refund(order, order.total, early)).toBe('waits_for_payment');
    expect(await gateway.items()).toMatchObject([{ kind: 'refund_unmatched', amount: order.total }]);
    expect(await gateway.capture(order)).toBe('refunded_before');
    expect(await gateway.order(order.orderId)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
    });
    expect(await gateway.items()).toEqual([]);
    expect(await unallocated()).toBe(0);
    expect(await gateway.account('surplus:sandbox')).toBe(0);
  });

  it('of a part before the capture is taken with the capture', async () => {
    const order = await gateway.place([50_000, 70_000]);
    const [part = 0] = order.parts;
    await gateway.refund(order, part);
    expect(await gateway.capture(order)).toBe('confirmed');
    expect(await gateway.refunds(order.orderId)).toMatchObject([{ origin: 'provider', amount: part }]);
    expect(await gateway.order(order.orderId)).toMatchObject({ paymentStatus: 'partially_refunded' });
    expect(await gateway.items()).toEqual([]);
  });

  it('of exactly one sub-order cancels that one', async () => {
    const order = await gateway.place([50_000, 70_000]);
    await gateway.capture(order);
    const [first, second] = order.placed.order.vendors;
    expect(await gateway.refund(order, order.parts[1] ?? 0)).toBe('taken');
    const states = await shop.container
      .knex('orders_sub_orders')
      .whereIn('id', [first?.id ?? '', second?.id ?? ''])
      .orderBy('id')
      .select('id', 'status');
    expect(states).toEqual(
      expect.arrayContaining([
        { id: first?.id, status: 'pending' },
        { id: second?.id, status: 'cancelled' },
      ]),
    );
  });

  it('of one set of pieces cancels these', async () => {
    const order = await gateway.place([50_000], { quantity: 3 });
    await gateway.capture(order);
    const line = order.placed.order.vendors[0]?.lines[0] as { id: string; total: number };
    expect(await gateway.refund(order, Math.round(line.total / 3))).toBe('taken');
    const row = await shop.container.knex('orders_lines').where({ id: line.id }).first('cancelledQuantity');
    expect(row).toEqual({ cancelledQuantity: 1 });
  });

  it('of any other amount waits for a person, and holds the vendors back in proportion', async () => {
    const order = await gateway.place([50_000, 70_000]);
    await gateway.capture(order);
    const vendors = order.placed.order.vendors.map(({ vendorId }) => `vendor:${vendorId}`);
    const owed = async () => Promise.all(vendors.map((account) => gateway.account(account)));
    const before = await owed();
    expect(await gateway.refund(order, 12_345, { providerRef: 'rfnd_odd' })).toBe('to_allocate');
    const [item] = await itemsOf(order.orderId);
    expect(item).toMatchObject({ kind: 'refund_to_allocate', amount: 12_345 });
    expect(await unallocated()).toBe(-12_345);
    const held = (await owed()).map((amount, index) => (before[index] ?? 0) - amount);
    expect(held.reduce((sum, amount) => sum + amount, 0)).toBe(12_345);
    expect(held.every((amount) => amount > 0)).toBe(true);
    const whole = await admin.post(`/admin/orders/${order.orderId}/refunds`, {
      reason: 'All',
      amount: order.total,
    });
    expect(whole.status).toBe(409);
    const home = data(await admin.get<{ kind: string; count: number }[]>('/admin/attention'));
    expect(JSON.stringify(home)).toContain('unmatchedMoney');

    const decide = `/admin/unmatched-money/${item?.id}/decide`;
    data(await admin.post(decide, { decision: 'goodwill', note: 'Arrived late' }));
    expect(await gateway.refunds(order.orderId)).toMatchObject([{ origin: 'provider', amount: 12_345 }]);
    expect(await unallocated()).toBe(0);
    expect(await gateway.account('held:sandbox')).toBe(0);
    expect((await admin.post(decide, { decision: 'not_of_order' })).status).toBe(409);
    expect((await admin.post(decide, { decision: 'goodwill' })).status).toBe(200);
  });

  it('is of these pieces where a person says so, and not of the order where one says that', async () => {
    const order = await gateway.place([50_000], { quantity: 2 });
    await gateway.capture(order);
    const line = order.placed.order.vendors[0]?.lines[0] as { id: string; total: number };
    await gateway.refund(order, 40_000);
    const [item] = await itemsOf(order.orderId);
    const lines = [{ lineId: line.id, quantity: 1 }];
    data(await admin.post(`/admin/unmatched-money/${item?.id}/decide`, { decision: 'pieces', lines }));
    expect(await gateway.refunds(order.orderId)).toMatchObject([{ amount: 40_000 }]);

    const other = await gateway.place([50_000]);
    await gateway.capture(other);
    await gateway.refund(other, 10_001);
    const [open] = await itemsOf(other.orderId);
    data(await admin.post(`/admin/unmatched-money/${open?.id}/decide`, { decision: 'not_of_order' }));
    expect(await gateway.refunds(other.orderId)).toEqual([]);
    expect(await gateway.account('provider_adjustments:sandbox')).toBe(-10_001);
    // The provider has so much less of this payment.
    const rest = await admin.post(`/admin/orders/${other.orderId}/refunds`, {
      reason: 'All',
      amount: other.total,
    });
    expect(rest.status).toBe(409);
  });

  it('that the provider takes back after all is named', async () => {
    const order = await gateway.place([50_000]);
    await gateway.capture(order);
    await gateway.refund(order, order.total, { providerRef: 'rfnd_back' });
    const before = await receipts();
    expect(await gateway.refund(order, order.total, { providerRef: 'rfnd_back', state: 'failed' })).toBe(
      'reversed',
    );
    expect((await receipts()) - before).toBe(-order.total);
    const [item] = await itemsOf(order.orderId);
    expect(item).toMatchObject({ kind: 'refund_reversed', amount: order.total });
    data(await admin.post(`/admin/unmatched-money/${item?.id}/decide`, { decision: 'not_of_order' }));
  });
});

describe('money of no order', () => {
  it('waits for a person, and explains itself when all of it goes back', async () => {
    const before = await unallocated();
    expect(await gateway.captureUnknown('pay_link', 99_000)).toBe('unmatched');
    expect(await unallocated()).toBe(before + 99_000);
    expect(await gateway.items()).toMatchObject([{ kind: 'payment_unmatched', amount: 99_000 }]);
    await gateway.refund({ providerPaymentId: 'pay_link' }, 99_000);
    expect(await gateway.items()).toEqual([]);
    expect(await unallocated()).toBe(before);
  });

  it('is named where its refund comes first', async () => {
    expect(await gateway.refund({ providerPaymentId: 'pay_other' }, 500)).toBe('unmatched');
    expect(await gateway.items()).toMatchObject([{ kind: 'refund_unmatched', amount: 500 }]);
    await gateway.captureUnknown('pay_other', 500);
    expect(await gateway.items()).toEqual([]);
  });

  it('can be given to an operator, and explained', async () => {
    await gateway.captureUnknown('pay_deposit', 1_000);
    const [item] = await gateway.items();
    const me = await createSession(shop.container, { roles: ['superAdmin'] });
    const owner = `/admin/unmatched-money/${item?.id}/owner`;
    expect(data(await admin.post(owner, { userId: me.userId }))).toMatchObject({ ownerId: me.userId });
    const buyer = await createSession(shop.container);
    expect((await admin.post(owner, { userId: buyer.userId })).status).toBe(400);
    data(
      await admin.post(`/admin/unmatched-money/${item?.id}/decide`, {
        decision: 'not_of_order',
        note: 'Deposit',
      }),
    );
    expect(await gateway.items()).toEqual([]);
  });
});

describe('a dispute', () => {
  it('holds the sale back until it is won', async () => {
    const order = await gateway.place([50_000]);
    await gateway.capture(order);
    const vendorId = order.placed.order.vendors[0]?.vendorId ?? '';
    const balance = async () => {
      const { readBalance } = await import('#db/payouts/balance.query.js');
      return readBalance(shop.container.knex, vendorId, { now: new Date(), holdDays: 0 });
    };
    await shop.container
      .knex('orders_sub_orders')
      .where({ orderId: order.orderId })
      .update({ status: 'delivered', deliveredAt: new Date(Date.now() - 86_400_000) });
    const { available } = await balance();
    expect(available).toBeGreaterThan(0);
    const id = { providerDisputeId: 'disp_won' };
    expect(await gateway.dispute(order, { ...id, deducted: order.total })).toBe('recorded');
    expect(await balance()).toMatchObject({ available: 0 });
    const view = data(await admin.get<{ dispute: unknown }>(`/admin/orders/${order.orderId}`));
    expect(view.dispute).toMatchObject({ state: 'opened', amount: order.total });
    expect(await gateway.dispute(order, { ...id, state: 'won' })).toBe('won');
    expect(await balance()).toMatchObject({ available });
    expect(await gateway.account('disputes:sandbox')).toBe(0);
  });

  it('takes its sale out of a payout that nobody has sent yet', async () => {
    const vendor = await createVendor(shop.container, { commissionBps: 1_000 });
    await setBank(shop.http.as(vendor.token));
    const order = await gateway.place([50_000], { vendors: [vendor] });
    await gateway.capture(order);
    await shop.container
      .knex('orders_sub_orders')
      .where({ orderId: order.orderId })
      .update({ status: 'delivered', deliveredAt: new Date(Date.now() - 30 * 86_400_000) });
    await setSettings(shop.container, { 'admin.money.approval_above': 1_000 });
    const body = { vendorId: vendor.vendorId, until: new Date(Date.now() + 1_000).toISOString() };
    const payout = data(await admin.post<{ id: string }>('/admin/payouts', body));
    await setSettings(shop.container, { 'admin.money.approval_above': 10_000_000 });
    await gateway.dispute(order, { providerDisputeId: 'disp_payout' });
    expect(data(await admin.get<object>(`/admin/payouts/${payout.id}`))).toMatchObject({ status: 'failed' });
    expect((await admin.post('/admin/payouts', body)).status).toBe(409);
    await gateway.dispute(order, { providerDisputeId: 'disp_payout', state: 'won' });
    expect((await admin.post('/admin/payouts', body)).status).toBe(201);
  });

  it('that is lost takes the sale from who bears it, once, in whatever order it is told', async () => {
    const order = await gateway.place([50_000, 70_000]);
    await gateway.capture(order);
    const vendors = order.placed.order.vendors.map(({ vendorId }) => `vendor:${vendorId}`);
    const id = { providerDisputeId: 'disp_lost', deducted: order.total };
    const late = new Date();
    expect(await gateway.dispute(order, { ...id, state: 'lost' }, late)).toBe('lost');
    expect(await gateway.dispute(order, { ...id, state: 'opened' }, new Date(late.getTime() - 1_000))).toBe(
      'nothing_new',
    );
    expect(await gateway.dispute(order, { ...id, state: 'lost' }, late)).toBe('nothing_new');
    for (const account of vendors) expect(await gateway.account(account)).toBe(0);
    expect(await gateway.account('disputes:sandbox')).toBe(0);
    expect(await gateway.order(order.orderId)).toMatchObject({ paymentStatus: 'paid', refundedTotal: 0 });
    const refund = await admin.post(`/admin/orders/${order.orderId}/refunds`, {
      reason: 'All',
      restock: true,
    });
    expect(refund.status).toBe(409);
    // The bank changed its mind.
    expect(await gateway.dispute(order, { ...id, deducted: 0, state: 'won' })).toBe('won');
    for (const account of vendors) expect(await gateway.account(account)).toBeGreaterThan(0);
  });

  it('is the platform’s where its reason is', async () => {
    const order = await gateway.place([50_000]);
    await gateway.capture(order);
    const account = `vendor:${order.placed.order.vendors[0]?.vendorId}`;
    const owed = await gateway.account(account);
    const of = { providerDisputeId: 'disp_fraud', reasonCode: 'fraudulent', state: 'lost' as const };
    await gateway.dispute(order, { ...of, deducted: order.total });
    expect(await gateway.account(account)).toBe(owed);
    expect(await gateway.account('dispute_losses')).toBe(-order.total);
  });

  it('before its payment finds it', async () => {
    const order = await gateway.place([50_000]);
    expect(await gateway.dispute(order, { providerDisputeId: 'disp_early' })).toBe('unmatched');
    expect(await gateway.items()).toMatchObject([{ kind: 'dispute_unmatched' }]);
    await gateway.capture(order);
    expect(await gateway.items()).toEqual([]);
    const list = data(await admin.get<{ orderId: string }[]>(`/admin/disputes?orderId=${order.orderId}`));
    expect(list).toMatchObject([{ orderId: order.orderId, state: 'opened' }]);
  });
});
