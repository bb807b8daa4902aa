import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPaymentsActivities } from '#activities/payments/payments.activities.js';
import { systemContext } from '#domain/_shared/context.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { data, startShop, type TestShop } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { issueInvoiceOf, notesOf } from '../invoices/issued-invoice.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { refund } from './order-refunds.js';

interface Recorded {
  id: string;
  status: string;
  ways: string[];
  due: boolean;
  paidOtherwise: boolean;
  overpaidAt: string | null;
  givenUpReason: string | null;
}

let shop: TestShop;
let admin: TestShop['http'];
let vendor: TestVendor;
beforeAll(async () => {
  shop = await startShop();
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => shop.stop());

/** A delivered order whose refund its provider let fail. */
async function failed(): Promise<{ order: TestOrder; id: string; amount: number; subOrderId: string }> {
  vendor = await createVendor(shop.container);
  const longAgo = new Date(Date.now() - 60 * 86_400_000);
  const order = await createConfirmedOrder(shop.container, {
    vendorIds: [vendor.vendorId],
    paid: true,
    placedAt: longAgo,
  });
  const subOrderId = order.subOrders[0]?.subOrderId ?? '';
  await issueInvoiceOf(shop.container, subOrderId);
  await shop.container
    .knex('orders_sub_orders')
    .where({ id: subOrderId })
    .update({ status: 'delivered', deliveredAt: longAgo });
  const { id, amount } = data(await refund(admin, order.orderId, { amount: 10_000 }));
  await settle(id, 'failed');
  return { order, id, amount, subOrderId };
}

async function settle(id: string, status: 'failed' | 'processed'): Promise<boolean | null> {
  const { unitOfWork, operations } = shop.container;
  const ctx = systemContext({ name: 'test' }, new Date());
  const end = {
    status,
    providerRefundId: `rfnd-${id}`,
    ...(status === 'failed' ? { reason: 'Closed' } : {}),
  };
  return unitOfWork.run(ctx, (tx) => operations.refundSettlement(tx, ctx, id, end));
}

const available = async () =>
  data(await shop.http.as(vendor.token).get<{ available: number; held: number }>('/vendor/balance'))
    .available;
const record = (id: string, body: object) => admin.post<Recorded>(`/admin/refunds/${id}/paid`, body);

it('a failed refund holds the sale back until it is paid another way, with its credit note and its posting', async () => {
  const { order, id, amount, subOrderId } = await failed();
  expect(await available()).toBe(0);
  // The sandbox that the order names never saw this payment: nobody can say what became of it, or it says none.
  const first = await record(id, { reference: 'UTR 1' });
  if (first.status === 409) {
    expect(first.body).toMatchObject({ reason: 'payments.refund_unknown_at_provider' });
    data(await record(id, { reference: 'UTR 1', confirmUnknown: true }));
  }
  expect(data(await record(id, { reference: 'UTR 1' }))).toMatchObject({
    status: 'processed',
    paidOtherwise: true,
  });
  expect(await notesOf(shop.container, subOrderId)).toMatchObject([{ cause: 'refund', amount }]);
  expect(await available()).toBeGreaterThan(0);
  // The provider says later that it sent the money too: noted and mailed, never a second reversal.
  expect(await settle(id, 'processed')).toBe(false);
  expect(await settle(id, 'processed')).toBe(false);
  const listed = data(await admin.get<Recorded[]>(`/admin/orders/${order.orderId}/refunds`));
  expect(listed).toMatchObject([{ id, overpaidAt: expect.any(String) as unknown }]);
  const mails = await shop.container.knex('mail_messages').where({ template: 'refund.overpaid' });
  expect(mails.length).toBeGreaterThan(0);
  expect(await notesOf(shop.container, subOrderId)).toHaveLength(1);
  await expectBooksRight(shop.container);
});

it('a failed refund that is given up frees the sale, and cannot be recorded as paid', async () => {
  const { id } = await failed();
  expect(await available()).toBe(0);
  const abandon = (reason: string) => admin.post<Recorded>(`/admin/refunds/${id}/give-up`, { reason });
  expect(data(await abandon('The buyer took a voucher'))).toMatchObject({ status: 'failed' });
  expect(data(await abandon('Again')).givenUpReason).toBe('The buyer took a voucher');
  expect(await available()).toBeGreaterThan(0);
  expect((await record(id, { reference: 'UTR 2', confirmUnknown: true })).status).toBe(409);
});

it('a failed refund is not paid another way once its money went back by another refund', async () => {
  const { order, id } = await failed();
  const rest = data(await refund(admin, order.orderId, {}));
  await settle(rest.id, 'processed');
  const late = await record(id, { reference: 'UTR 3', confirmUnknown: true });
  expect([late.status, (late.body as { reason?: string }).reason]).toEqual([
    409,
    'payments.refund_exceeds_left',
  ]);
  expect((await admin.post(`/admin/refunds/${rest.id}/give-up`, { reason: 'No' })).status).toBe(409);
});

it('a failed refund is sent again once, and what has ended or was given up is not', async () => {
  const { order, id } = await failed();
  const retry = (refundId: string) => admin.post<Recorded>(`/admin/refunds/${refundId}/retry`);
  const before = data(await admin.get<Recorded[]>(`/admin/orders/${order.orderId}/refunds`));
  expect(before[0]?.ways).toEqual(['retry', 'paid', 'give_up']);
  // Two operators at once: one row, one request.
  const twice = await Promise.all([retry(id), retry(id)]);
  for (const response of twice) expect(data(response)).toMatchObject({ status: 'pending', ways: [] });
  expect(await shop.container.knex('payments_refunds').where({ id }).first('retries')).toEqual({
    retries: 1,
  });
  const requested = await shop.container
    .knex('outbox_events')
    .where({ type: 'payment.refund_requested', entityId: id });
  expect(requested).toHaveLength(2);
  expect(await settle(id, 'processed')).toBe(true);
  expect((await retry(id)).body).toMatchObject({ reason: 'payments.refund_not_failed' });
  const abandoned = await failed();
  data(await admin.post(`/admin/refunds/${abandoned.id}/give-up`, { reason: 'No' }));
  expect((await retry(abandoned.id)).body).toMatchObject({ reason: 'payments.refund_given_up' });
  const replaced = await failed();
  await settle(data(await refund(admin, replaced.order.orderId, {})).id, 'processed');
  expect((await retry(replaced.id)).body).toMatchObject({ reason: 'payments.refund_exceeds_left' });
  await expectBooksRight(shop.container);
});

it('a refund that is sent again has another key at the provider, which is asked first', async () => {
  const { id } = await failed();
  data(await admin.post(`/admin/refunds/${id}/retry`));
  const sent: unknown[] = [];
  const provider = {
    findRefunds: () => Promise.resolve([]),
    refund: (input: { refundId: string; attempt?: number }) => {
      sent.push([input.refundId, input.attempt]);
      return Promise.resolve({ providerRefundId: 'rfnd_2', status: 'pending' });
    },
  };
  const providers = { get: () => provider, list: () => [] } as unknown as PaymentProviders;
  const activities = createPaymentsActivities({ ...shop.container, providers });
  const origin = { name: 'test' } as never;
  // Repeated by the engine, it is the same attempt.
  for (let turn = 0; turn < 2; turn += 1)
    expect(await activities.sendRefund({ refundId: id, origin })).toMatchObject({ status: 'pending' });
  expect(sent).toEqual([
    [id, 2],
    [id, 2],
  ]);
});

it('the filter `open` of the list has what waits for money or a decision, and its opposite the rest', async () => {
  const [waiting, givenUp, paid] = [await failed(), await failed(), await failed()];
  data(await admin.post(`/admin/refunds/${givenUp.id}/give-up`, { reason: 'The buyer keeps the credit' }));
  await settle(paid.id, 'processed');
  const mine = new Set([waiting.id, givenUp.id, paid.id]);
  const listed = async (filter: string) =>
    data(await admin.get<{ id: string }[]>(`/admin/refunds?limit=100&filters[]=${filter}`))
      .map(({ id }) => id)
      .filter((id) => mine.has(id))
      .sort();
  expect(await listed('open:eq:true')).toEqual([waiting.id]);
  expect(await listed('open:ne:false')).toEqual([waiting.id]);
  expect(await listed('open:eq:false')).toEqual([givenUp.id, paid.id].sort());
  expect(await listed('status:eq:failed&filters[]=open:eq:true')).toEqual([waiting.id]);
  expect((await admin.get('/admin/refunds?filters[]=open:eq:maybe')).status).toBe(400);
});
