import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { issueInvoiceOf, notesOf } from '../invoices/issued-invoice.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { type OrderRefund, process } from '../payments/order-refunds.js';
import { type CarrierShop, startCarrierShop, type SubOrder } from '../shipping/carrier-shop.js';
import { scanOf, sendWebhook, waybillOf } from '../shipping/carrier-webhook.js';
import { stockMismatches, stockOf } from '../shipping/held-order.js';

interface Return {
  id: string;
  status: string;
  origin: string;
  orderVendorId: string;
  refundId: string | null;
}

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
});
afterAll(() => shop.stop());

const asVendor = () => shop.http.as(shop.vendor.token);
const asOperator = () => shop.http.as(shop.admin.token);
const read = async (id: string) =>
  data(await asVendor().get<SubOrder & { awaitingReturn: boolean }>(`/vendor/orders/${id}`));
const refundsOf = async (orderId: string) =>
  data(await asOperator().get<OrderRefund[]>(`/admin/orders/${orderId}/refunds`));
const stock = (id: string) => stockOf(shop.container, id);

/** A sub-order that was sent, scanned on the road, and cancelled there. */
async function cancelledOnTheRoad(options: { paid?: boolean } = {}) {
  const order = await shop.order(options);
  const { id } = order;
  data(await shop.fulfil(id));
  const awb = waybillOf(shop, id);
  expect((await sendWebhook(shop, scanOf(awb, 'OT', `${id}-OT`))).status).toBe(200);
  await issueInvoiceOf(shop.container, id);
  const cancelled = await shop.move(id, 'cancelled', { reason: 'Wrong address' });
  expect(data(cancelled)).toMatchObject({ status: 'cancelled', awaitingReturn: true });
  expect(await stock(id)).toEqual({ onHand: 197, reserved: 0 });
  return { ...order, awb };
}

/** The carrier scans it twice on its way back; the return that this opens is received twice. */
async function receiveBack(id: string, awb: string): Promise<Return> {
  for (const code of ['RTO', 'RTD'])
    expect((await sendWebhook(shop, scanOf(awb, code, `${id}-${code}`))).status).toBe(200);
  const opened = await eventually(async () => {
    const all = data(await asVendor().get<Return[]>('/vendor/return-requests'));
    const [request, ...more] = all.filter((item) => item.orderVendorId === id);
    expect(more).toEqual([]);
    if (!request) throw new Error('No return yet');
    return request;
  });
  expect(opened).toMatchObject({ origin: 'carrier', status: 'approved' });
  const receive = () => asVendor().post<Return>(`/vendor/return-requests/${opened.id}/receive`, {});
  const responses = await Promise.all([receive(), receive()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  return data(await receive());
}

it.each(['pending', 'processed'] as const)(
  'a paid sub-order cancelled on the road stays cancelled when it is received, and its %s refund is the only one',
  async (status) => {
    const { id, orderId, total, awb } = await cancelledOnTheRoad();
    const [refund, ...others] = await refundsOf(orderId);
    expect(others).toEqual([]);
    expect(refund).toMatchObject({ cause: 'cancellation', amount: total, status: 'pending' });
    if (status === 'processed') await process(shop.container, refund?.id ?? '');

    expect(await receiveBack(id, awb)).toMatchObject({ status: 'refunded', refundId: null });
    expect(await read(id)).toMatchObject({ status: 'cancelled', awaitingReturn: false });
    expect(await stock(id)).toEqual({ onHand: 200, reserved: 0 });
    expect(await stockMismatches(shop.container)).toBe(0);
    expect(await refundsOf(orderId)).toMatchObject([{ id: refund?.id, status }]);
    if (status === 'pending') await process(shop.container, refund?.id ?? '');
    const order = (await shop.container.knex('orders').where({ id: orderId }).first()) as object;
    expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded', refundedTotal: total });
    expect(await notesOf(shop.container, id)).toMatchObject([{ cause: 'cancellation', amount: total }]);
    await expectBooksRight(shop.container);
  },
);

it('an unpaid sub-order cancelled on the road is restocked once, and credited once', async () => {
  const { id, orderId, total, awb } = await cancelledOnTheRoad({ paid: false });
  expect(await receiveBack(id, awb)).toMatchObject({ status: 'refunded', refundId: null });
  expect(await read(id)).toMatchObject({ status: 'cancelled', awaitingReturn: false });
  expect(await stock(id)).toEqual({ onHand: 200, reserved: 0 });
  expect(await stockMismatches(shop.container)).toBe(0);
  expect(await refundsOf(orderId)).toEqual([]);
  expect(await notesOf(shop.container, id)).toMatchObject([{ cause: 'cancellation', amount: total }]);
  await expectBooksRight(shop.container);
});
