import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession, type TestSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { createHeldOrder, stockMismatches, stockOf } from './held-order.js';

interface SubOrder {
  id: string;
  status: string;
  total: number;
  shipment: Record<string, unknown> | null;
}

let platform: TestPlatform;
let admin: TestSession;
let vendor: TestVendor;
let other: TestVendor;

beforeAll(async () => {
  platform = await startPlatform();
  admin = await createSession(platform.container, {
    permissions: ['order:view', 'order:fulfil', 'order:cancel'],
  });
  vendor = await createVendor(platform.container);
  other = await createVendor(platform.container);
});
afterAll(() => platform.stop());

const both = () => [vendor.vendorId, other.vendorId];
const order = (options: { paid?: boolean; vendorIds?: string[]; status?: 'pending_payment' } = {}) =>
  createHeldOrder(platform.container, { vendorIds: [vendor.vendorId], paid: true, ...options });
const asVendor = (id: string, move: string, body?: unknown, token = vendor.token) =>
  platform.http.as(token).post<SubOrder>(`/vendor/orders/${id}/${move}`, body);
const asAdmin = (id: string, move: string, body?: unknown) =>
  platform.http.as(admin.token).post<SubOrder>(`/admin/orders/vendors/${id}/${move}`, body);
const own = { providerId: 'self-handled', trackingCode: 'OWN-1' };
const statusOf = async (orderId: string) =>
  (await platform.container.knex('orders').where({ id: orderId }).first()) as Record<string, unknown>;
const refundsOf = async (orderId: string) =>
  (await platform.container.knex('payments_refunds').where({ orderId }).orderBy('id')) as {
    amount: number;
    subOrderId: string | null;
  }[];
const subOrderOf = (test: { subOrders: { subOrderId: string; total: number }[] }, index = 0) => {
  const subOrder = test.subOrders[index];
  if (!subOrder) throw new Error('No such sub-order');
  return subOrder;
};

describe('a sub-order that its vendor ships', () => {
  it('goes from pending over fulfilled to delivered, and its pieces leave the stock', async () => {
    const placed = await order();
    const { subOrderId: id } = subOrderOf(placed);
    expect(await stockOf(platform.container, id)).toEqual({ onHand: 200, reserved: 3 });

    expect(data(await asVendor(id, 'fulfilled', own))).toMatchObject({
      status: 'fulfilled',
      shipment: { providerId: 'self-handled', method: 'self', status: 'created', trackingCode: 'OWN-1' },
    });
    expect(await stockOf(platform.container, id)).toEqual({ onHand: 197, reserved: 0 });
    expect((await statusOf(placed.orderId))['status']).toBe('fulfilled');
    expect((await asVendor(id, 'fulfilled', own)).status).toBe(409);

    expect(data(await asVendor(id, 'delivered'))).toMatchObject({ status: 'delivered' });
    expect(data(await asVendor(id, 'delivered'))).toMatchObject({ status: 'delivered' });
    expect((await statusOf(placed.orderId))['status']).toBe('delivered');
    expect((await asVendor(id, 'cancelled', { reason: 'Late' })).status).toBe(409);

    const events = (await platform.container
      .knex('outbox_events')
      .where('entityId', placed.orderId)
      .orderBy('id')
      .pluck('type')) as string[];
    expect(events).toEqual(['order.sub_order.fulfilled', 'order.sub_order.delivered', 'order.delivered']);
    const created = (await platform.container
      .knex('outbox_events')
      .where({ type: 'shipping.shipment.created', entityId: id })
      .first()) as { payload: unknown };
    expect(created.payload).toEqual({
      orderId: placed.orderId,
      orderVendorId: id,
      vendorId: vendor.vendorId,
      providerId: 'self-handled',
      method: 'self',
      trackingCode: 'OWN-1',
      awb: null,
      occurredAt: expect.any(String),
    });
  });

  it('is delivered only once it is fulfilled, and is nobody else’s', async () => {
    const { subOrderId: id } = subOrderOf(await order());
    expect((await asVendor(id, 'delivered')).status).toBe(409);
    expect((await asVendor(id, 'fulfilled', own, other.token)).status).toBe(404);
    expect((await asVendor(id, 'cancelled', { reason: 'x' }, other.token)).status).toBe(404);
    expect((await asVendor(id, 'fulfilled', { providerId: 'pigeon' })).status).toBe(400);
  });

  it('of an unconfirmed order does not exist for its vendor, and is 409 for an administrator', async () => {
    const { subOrderId: id } = subOrderOf(await order({ status: 'pending_payment' }));
    expect((await asVendor(id, 'fulfilled', own)).status).toBe(404);
    expect((await asAdmin(id, 'fulfilled', own)).status).toBe(409);
    expect((await asAdmin(id, 'delivered')).status).toBe(409);
  });

  it('is fulfilled once by equal requests with one key', async () => {
    const { subOrderId: id } = subOrderOf(await order());
    const client = platform.http.as(vendor.token);
    const send = () =>
      client.post<SubOrder>(`/vendor/orders/${id}/fulfilled`, own, { 'idempotency-key': 'once' });
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    expect(await stockOf(platform.container, id)).toEqual({ onHand: 197, reserved: 0 });
  });
});

describe('a cancelled sub-order', () => {
  it('before it is fulfilled gives its reservation back and refunds its own total alone', async () => {
    const placed = await order({ vendorIds: both() });
    const [first, second] = [subOrderOf(placed), subOrderOf(placed, 1)];
    expect(data(await asVendor(first.subOrderId, 'cancelled', { reason: 'Broken' }))).toMatchObject({
      status: 'cancelled',
      cancelReason: 'Broken',
    });
    expect((await asVendor(first.subOrderId, 'cancelled', { reason: 'Again' })).status).toBe(200);
    expect(await stockOf(platform.container, first.subOrderId)).toEqual({ onHand: 200, reserved: 0 });
    expect(await stockOf(platform.container, second.subOrderId)).toEqual({ onHand: 200, reserved: 3 });
    expect(await refundsOf(placed.orderId)).toMatchObject([
      { amount: first.total, subOrderId: first.subOrderId },
    ]);
    expect((await statusOf(placed.orderId))['status']).toBe('confirmed');
  });

  it('of an order that was paid before its sales were posted refunds its own total all the same', async () => {
    const placed = await order({ vendorIds: both() });
    await platform.container.knex.transaction(async (tx) => {
      await tx.raw('alter table ledger_transactions disable trigger user');
      await tx.raw('alter table ledger_entries disable trigger user');
      const sales = tx('ledger_transactions').where({ orderId: placed.orderId });
      const ids = sales.clone().select('id');
      await tx('ledger_open_entries')
        .whereIn('entryId', tx('ledger_entries').whereIn('transactionId', ids).select('id'))
        .delete();
      await tx('ledger_entries').whereIn('transactionId', ids).delete();
      await sales.delete();
      await tx.raw('alter table ledger_transactions enable trigger user');
      await tx.raw('alter table ledger_entries enable trigger user');
    });
    const first = subOrderOf(placed);
    data(await asVendor(first.subOrderId, 'cancelled', { reason: 'Broken' }));
    expect(await refundsOf(placed.orderId)).toMatchObject([
      { amount: first.total, subOrderId: first.subOrderId },
    ]);
  });

  it('leaves to the cancellation of the whole order what is neither refunded nor pending', async () => {
    const placed = await order({ vendorIds: both() });
    await asVendor(subOrderOf(placed).subOrderId, 'cancelled', { reason: 'Broken' });
    const buyer = platform.http.as(placed.buyer.token);
    data(await buyer.post(`/store/orders/${placed.orderId}/cancel`));
    const amounts = (await refundsOf(placed.orderId)).map((refund) => refund.amount);
    expect(amounts).toEqual([subOrderOf(placed).total, subOrderOf(placed, 1).total]);
    expect(await stockOf(platform.container, subOrderOf(placed, 1).subOrderId)).toMatchObject({
      reserved: 0,
    });
  });

  it('after it was fulfilled puts pieces back that the vendor says are there', async () => {
    const [kept, lost] = [subOrderOf(await order()), subOrderOf(await order())];
    for (const { subOrderId } of [kept, lost]) data(await asVendor(subOrderId, 'fulfilled', own));
    data(await asAdmin(kept.subOrderId, 'cancelled', { reason: 'x', restock: true }));
    data(await asAdmin(lost.subOrderId, 'cancelled', { reason: 'x' }));
    expect(await stockOf(platform.container, kept.subOrderId)).toEqual({ onHand: 200, reserved: 0 });
    expect(await stockOf(platform.container, lost.subOrderId)).toEqual({ onHand: 197, reserved: 0 });
  });

  it('that is the last one cancels the order', async () => {
    const placed = await order();
    data(await asVendor(subOrderOf(placed).subOrderId, 'cancelled', { reason: 'Gone' }));
    expect(await statusOf(placed.orderId)).toMatchObject({ status: 'cancelled', cancelReason: 'Gone' });
  });
});

describe('cash on delivery', () => {
  const cash = () => order({ paid: false, vendorIds: both() });

  it('is paid with the last open sub-order, by the sum of the delivered ones', async () => {
    const placed = await cash();
    const [first, second] = [subOrderOf(placed), subOrderOf(placed, 1)];
    data(await asAdmin(first.subOrderId, 'fulfilled', own));
    data(await asAdmin(first.subOrderId, 'delivered'));
    expect(await statusOf(placed.orderId)).toMatchObject({
      status: 'partially_fulfilled',
      paymentStatus: 'unpaid',
    });
    data(await asAdmin(second.subOrderId, 'cancelled', { reason: 'x' }));
    expect(await statusOf(placed.orderId)).toMatchObject({ status: 'delivered', paymentStatus: 'paid' });
    const payment = (await platform.container
      .knex('payments')
      .where({ orderId: placed.orderId })
      .first()) as Record<string, unknown>;
    expect(payment).toMatchObject({ status: 'captured', capturedAmount: first.total });
    expect(await refundsOf(placed.orderId)).toEqual([]);
  });

  it('that is marked paid by hand is for what was not cancelled', async () => {
    const placed = await cash();
    data(await asAdmin(subOrderOf(placed).subOrderId, 'cancelled', { reason: 'x' }));
    data(await platform.http.as(admin.token).post(`/admin/orders/${placed.orderId}/mark-paid`));
    const payment = (await platform.container
      .knex('payments')
      .where({ orderId: placed.orderId })
      .first()) as Record<string, unknown>;
    expect(payment).toMatchObject({ status: 'captured', capturedAmount: subOrderOf(placed, 1).total });
  });

  it('of which everything is cancelled stays unpaid', async () => {
    const placed = await cash();
    for (const { subOrderId } of placed.subOrders)
      data(await asAdmin(subOrderId, 'cancelled', { reason: 'x' }));
    expect(await statusOf(placed.orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid' });
  });
});

it('lists the ways to fulfil with what is missing of each account', async () => {
  const { subOrderId: id } = subOrderOf(await order());
  const response = await platform.http
    .as(admin.token)
    .get<
      { id: string; credentialSources: { source: string; configured: boolean; missingKeys: string[] }[] }[]
    >(`/admin/orders/vendors/${id}/fulfillment-options`);
  expect(data(response)).toMatchObject([
    {
      id: 'carrier',
      credentialSources: [
        { source: 'platform', configured: false, couriers: [] },
        { source: 'vendor', configured: false },
      ],
    },
    { id: 'self-handled', methods: ['self'], enabled: true, credentialSources: [] },
  ]);
  expect(data(response)[0]?.credentialSources[0]?.missingKeys).toContain('carrier.default_parcel');
});

it('names every missing setting of the carrier account, and changes nothing', async () => {
  const { subOrderId: id } = subOrderOf(await order());
  const response = await asVendor(id, 'fulfilled', { providerId: 'carrier', courierCode: 'delhivery' });
  expect(response.status).toBe(400);
  expect(JSON.stringify(response.body)).toContain('carrier.courier_map.delhivery');
  expect((await asAdmin(id, 'fulfilled', { providerId: 'carrier', courierCode: 'dtdc' })).status).toBe(400);
  expect(await stockMismatches(platform.container)).toBe(0);
});
