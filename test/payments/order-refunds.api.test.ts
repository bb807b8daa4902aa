import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { accountOf, expectBooksRight, postedOf } from '../ledger/ledger-books.js';
import { createHeldOrder, stockMismatches, stockOf } from '../shipping/held-order.js';
import { linesOf, type OrderRefund, process, refund } from './order-refunds.js';

let platform: TestPlatform;
let admin: HttpClient;
let vendor: TestVendor;
let other: TestVendor;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  vendor = await createVendor(platform.container, { commissionBps: 1_250 });
  other = await createVendor(platform.container);
});
afterAll(() => platform.stop());

const paidOrder = () =>
  createHeldOrder(platform.container, { vendorIds: [vendor.vendorId, other.vendorId], paid: true });

async function deliveredOrder() {
  const order = await paidOrder();
  for (const { subOrderId } of order.subOrders) {
    const path = `/admin/orders/vendors/${subOrderId}`;
    data(await admin.post(`${path}/fulfilled`, { providerId: 'self-handled' }));
    data(await admin.post(`${path}/delivered`));
  }
  return order;
}

const first = (order: { subOrders: { subOrderId: string; total: number }[] }) => {
  const [subOrder] = order.subOrders;
  if (!subOrder) throw new Error('The order has no sub-order');
  return subOrder;
};
const paymentStatus = async (orderId: string) =>
  ((await platform.container.knex('orders').where({ id: orderId }).first()) as Record<string, unknown>)[
    'paymentStatus'
  ];

describe('a refund', () => {
  it('of lines is of those pieces with their taxes, without shipping', async () => {
    const order = await deliveredOrder();
    const [line] = linesOf(order);
    const made = await refund(admin, order.orderId, { lines: [{ lineId: line?.id, quantity: 1 }] });
    expect(made.status).toBe(201);
    const { subOrderId } = first(order);
    expect(data(made)).toMatchObject({
      status: 'pending',
      cause: 'refund',
      orderVendorId: subOrderId,
      amount: (line?.total ?? 0) / 2,
      lines: [{ lineId: line?.id, quantity: 1, tax: (line?.taxTotal ?? 0) / 2 }],
    });
    expect(data(await admin.get<OrderRefund[]>(`/admin/orders/${order.orderId}/refunds`))).toHaveLength(1);
    await process(platform.container, data(made).id);
    expect(await paymentStatus(order.orderId)).toBe('partially_refunded');
    await expectBooksRight(platform.container);
  });

  it('of a sub-order takes the rest with its shipping, and its ledger leaves nothing over', async () => {
    const order = await deliveredOrder();
    const { subOrderId, total } = first(order);
    const [line] = linesOf(order);
    const before = await accountOf(platform.container, vendor.vendorId);
    const pieces = data(await refund(admin, order.orderId, { lines: [{ lineId: line?.id, quantity: 1 }] }));
    const some = data(await refund(admin, order.orderId, { orderVendorId: subOrderId, amount: 333 }));
    const rest = data(await refund(admin, order.orderId, { orderVendorId: subOrderId }));
    expect(pieces.amount + some.amount + rest.amount).toBe(total);
    for (const { id } of [rest, pieces, some]) await process(platform.container, id);
    const posted = (await postedOf(platform.container, order.orderId)).filter(
      (item) => item.subOrderId === subOrderId,
    );
    const sum = (name: 'gross' | 'commission' | 'net') => posted.reduce((all, item) => all + item[name], 0);
    expect([sum('gross'), sum('commission'), sum('net')]).toEqual([0, 0, 0]);
    const [sale] = posted;
    expect(await accountOf(platform.container, vendor.vendorId)).toBe(before - (sale?.net ?? 0));
    await expectBooksRight(platform.container);
  });

  it('of an amount is shared over the sub-orders by what is left of them', async () => {
    const order = await deliveredOrder();
    const made = data(await refund(admin, order.orderId, { amount: 100_001 }));
    const of = (id?: string) =>
      made.lines.filter((item) => item.orderVendorId === id).reduce((sum, { amount }) => sum + amount, 0);
    const [item, two] = order.subOrders;
    expect(of(item?.subOrderId) + of(two?.subOrderId)).toBe(100_001);
    expect(Math.abs(of(item?.subOrderId) - of(two?.subOrderId))).toBeLessThanOrEqual(1);
    expect(made.lines.every(({ quantity }) => quantity === 0)).toBe(true);
  });

  it('with nothing named is all that is left, and nothing is left afterwards', async () => {
    const order = await deliveredOrder();
    data(await refund(admin, order.orderId, { amount: 500 }));
    const rest = data(await refund(admin, order.orderId, {}));
    expect(rest.amount).toBe(order.grandTotal - 500);
    const more = await refund(admin, order.orderId, { amount: 1 });
    expect(more.status).toBe(409);
    expect(JSON.stringify(more.body)).toContain('At most 0.00 of this is left');
    await process(platform.container, rest.id);
    expect(await paymentStatus(order.orderId)).toBe('partially_refunded');
  });

  it('gives its allocation back when the provider lets it fail', async () => {
    const order = await deliveredOrder();
    const { id } = data(await refund(admin, order.orderId, {}));
    const ctx = systemContext({ name: 'test' }, new Date());
    const { unitOfWork, operations } = platform.container;
    const end = { status: 'failed' as const, providerRefundId: null, reason: 'No' };
    await unitOfWork.run(ctx, (tx) => operations.refundSettlement(tx, ctx, id, end));
    const again = data(await refund(admin, order.orderId, {}));
    expect(again.amount).toBe(order.grandTotal);
    await process(platform.container, again.id);
    expect(await paymentStatus(order.orderId)).toBe('refunded');
    await expectBooksRight(platform.container);
  });

  it('is refused for unpaid orders, unknown lines, too many pieces and too much', async () => {
    const unpaid = await createHeldOrder(platform.container, { vendorIds: [vendor.vendorId] });
    expect((await refund(admin, unpaid.orderId, {})).status).toBe(409);
    const order = await deliveredOrder();
    const foreign = await refund(admin, order.orderId, { lines: [{ lineId: newId(), quantity: 1 }] });
    expect(foreign.status).toBe(400);
    expect(JSON.stringify(foreign.body)).toContain('lines.0.lineId');
    const wrongSubOrder = await refund(admin, order.orderId, {
      orderVendorId: order.subOrders[1]?.subOrderId,
      lines: [{ lineId: linesOf(order)[0]?.id, quantity: 1 }],
    });
    expect(wrongSubOrder.status).toBe(400);
    expect((await refund(admin, order.orderId, { orderVendorId: newId() })).status).toBe(400);
    const [line] = linesOf(order);
    const tooMany = await refund(admin, order.orderId, { lines: [{ lineId: line?.id, quantity: 3 }] });
    expect(tooMany.status).toBe(409);
    expect(JSON.stringify(tooMany.body)).toContain('2 pieces');
    const lines = [{ lineId: line?.id, quantity: 1 }];
    expect((await refund(admin, order.orderId, { lines, amount: line?.total })).status).toBe(409);
    expect((await refund(admin, newId(), {})).status).toBe(404);
  });

  it('with the same key is made once', async () => {
    const order = await deliveredOrder();
    const key = { 'idempotency-key': 'refund-1' };
    const item = data(await refund(admin, order.orderId, { amount: 100 }, key));
    expect(data(await refund(admin, order.orderId, { amount: 100 }, key)).id).toBe(item.id);
    expect((await refund(admin, order.orderId, { amount: 101 }, key)).status).toBe(409);
  });
});

describe('pieces', () => {
  it('that were not sent are cancelled with their refund, and the parcel carries the rest', async () => {
    const order = await paidOrder();
    const { subOrderId } = first(order);
    const [line] = linesOf(order);
    const lines = [{ lineId: line?.id, quantity: 1 }];
    const refused = await refund(admin, order.orderId, { lines });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('restock');
    data(await refund(admin, order.orderId, { lines, restock: true }));
    expect(await stockOf(platform.container, subOrderId)).toEqual({ onHand: 200, reserved: 2 });
    const path = `/admin/orders/vendors/${subOrderId}`;
    data(await admin.post(`${path}/fulfilled`, { providerId: 'self-handled' }));
    expect(await stockOf(platform.container, subOrderId)).toEqual({ onHand: 198, reserved: 0 });
    const shipment = (await platform.container.knex('shipping_shipments').where({ subOrderId }).first()) as {
      lines: { lineId: string; quantity: number }[];
    };
    expect(shipment.lines.find(({ lineId }) => lineId === line?.id)?.quantity).toBe(1);
    data(await admin.post(`${path}/cancelled`, { reason: 'Lost', restock: true }));
    expect(await stockOf(platform.container, subOrderId)).toEqual({ onHand: 200, reserved: 0 });
    expect(await stockMismatches(platform.container)).toBe(0);
  });

  it('all refunded before they were sent cancel the sub-order, and its shipping goes back too', async () => {
    const order = await paidOrder();
    const { subOrderId, total } = first(order);
    const lines = linesOf(order).map(({ id, quantity }) => ({ lineId: id, quantity }));
    data(await refund(admin, order.orderId, { lines, restock: true }));
    const all = data(await admin.get<OrderRefund[]>(`/admin/orders/${order.orderId}/refunds`));
    expect(all.map(({ cause }) => cause).sort()).toEqual(['cancellation', 'refund']);
    expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    const subOrder = (await platform.container
      .knex('orders_sub_orders')
      .where({ id: subOrderId })
      .first()) as {
      status: string;
    };
    expect(subOrder.status).toBe('cancelled');
    expect(await stockOf(platform.container, subOrderId)).toEqual({ onHand: 200, reserved: 0 });
    expect(await stockMismatches(platform.container)).toBe(0);
  });

  it('go back on hand once where the refund says so', async () => {
    const order = await deliveredOrder();
    const { subOrderId } = first(order);
    const [line] = linesOf(order);
    const lines = [{ lineId: line?.id, quantity: 1 }];
    data(await refund(admin, order.orderId, { lines }));
    expect(await stockOf(platform.container, subOrderId)).toEqual({ onHand: 197, reserved: 0 });
    data(await refund(admin, order.orderId, { lines, restock: true }));
    expect(await stockOf(platform.container, subOrderId)).toEqual({ onHand: 198, reserved: 0 });
    expect(await stockMismatches(platform.container)).toBe(0);
  });
});

it('cancelling a sub-order after a refund gives back the rest of it', async () => {
  const order = await paidOrder();
  const { subOrderId, total } = first(order);
  data(await refund(admin, order.orderId, { orderVendorId: subOrderId, amount: 1_000 }));
  data(await admin.post(`/admin/orders/vendors/${subOrderId}/cancelled`, { reason: 'Out of stock' }));
  const all = data(await admin.get<OrderRefund[]>(`/admin/orders/${order.orderId}/refunds`));
  expect(all.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([1_000, total - 1_000]);
  for (const { id } of all) await process(platform.container, id);
  await expectBooksRight(platform.container);
});

it('of twenty refunds of the same piece at once one is made', async () => {
  const order = await deliveredOrder();
  const line = linesOf(order)[1];
  const lines = [{ lineId: line?.id, quantity: 1 }];
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => refund(admin, order.orderId, { lines })),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
});
