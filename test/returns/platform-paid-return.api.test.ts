import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import type { TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { notesOf } from '../invoices/issued-invoice.js';
import { accountOf, expectBooksRight, postedOf } from '../ledger/ledger-books.js';
import { linesOf, type OrderRefund } from '../payments/order-refunds.js';
import { createHeldOrder } from '../shipping/held-order.js';

/** Two gifts of 118 rupees that the platform pays for wholly. */
const VALUE = 23_600;

let platform: TestPlatform;
let admin: HttpClient;
let vendor: TestVendor;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'relay'] });
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function gift(fields: { shipping?: number } = {}): Promise<TestOrder> {
  vendor = await createVendor(platform.container);
  return createHeldOrder(platform.container, {
    vendorIds: [vendor.vendorId],
    paid: true,
    shipping: fields.shipping ?? 0,
    pricesIncludeTax: true,
    lines: [{ title: 'Gift', unitPrice: VALUE / 2, quantity: 2, hsnCode: '7419' }],
    discount: VALUE,
    platformShare: 100,
  });
}

const subOrderOf = (order: TestOrder) => order.subOrders[0]?.subOrderId ?? '';
const account = () => accountOf(platform.container, vendor.vendorId);

async function deliver(order: TestOrder): Promise<void> {
  const path = `/admin/orders/vendors/${subOrderOf(order)}`;
  data(await admin.post(`${path}/fulfilled`, { providerId: 'self-handled' }));
  data(await admin.post(`${path}/delivered`));
}

async function giveBack(order: TestOrder, quantity: number): Promise<string> {
  const path = `/store/orders/${order.orderId}/vendors/${subOrderOf(order)}/return-requests`;
  const lines = [{ lineId: linesOf(order)[0]?.id, quantity }];
  const buyer = platform.http.as(order.buyer.token);
  const { id } = data(await buyer.post<{ id: string }>(path, { lines, reason: 'Not needed' }));
  const asVendor = platform.http.as(vendor.token);
  data(await asVendor.post(`/vendor/return-requests/${id}/approve`, {}));
  const received = data(await asVendor.post<object>(`/vendor/return-requests/${id}/receive`, {}));
  expect(received).toMatchObject({ status: 'refunded', refundId: id, refundStatus: 'processed' });
  return id;
}

describe('what the platform paid for alone', () => {
  it('goes back to it piece by piece when it is returned, with a credit note for each', async () => {
    const order = await gift();
    expect(order.grandTotal).toBe(0);
    const sold = await account();
    expect(sold).toBeGreaterThan(0);
    await deliver(order);
    const first = await giveBack(order, 1);
    const half = (await postedOf(platform.container, order.orderId)).find(({ kind }) => kind === 'refund');
    expect(half).toMatchObject({
      sourceId: first,
      gross: 0,
      net: await account().then((left) => left - sold),
    });
    expect(Math.abs(2 * (await account()) - sold)).toBeLessThanOrEqual(2);
    await giveBack(order, 1);
    expect(await account()).toBe(0);
    const refunds = data(await admin.get<OrderRefund[]>(`/admin/orders/${order.orderId}/refunds`));
    expect(refunds.map(({ amount, status }) => ({ amount, status }))).toEqual([
      { amount: 0, status: 'processed' },
      { amount: 0, status: 'processed' },
    ]);
    const notes = await notesOf(platform.container, subOrderOf(order));
    expect(notes.map(({ amount }) => amount)).toEqual([VALUE / 2, VALUE / 2]);
    await expectBooksRight(platform.container);
  });

  it('goes back with what the buyer paid besides', async () => {
    const order = await gift({ shipping: 5_000 });
    await deliver(order);
    const sold = await account();
    await giveBack(order, 1);
    expect(await account()).toBeLessThan(sold);
    await expectBooksRight(platform.container);
  });

  it.each(['order that is cancelled', 'sub-order that is cancelled', 'refund of the rest'])(
    'goes back before it is sent, by the %s',
    async (what) => {
      const order = await gift();
      const reason = 'Sold out';
      if (what.startsWith('order'))
        data(await admin.post(`/admin/orders/${order.orderId}/cancel`, { reason }));
      else if (what.startsWith('sub-order'))
        data(await admin.post(`/admin/orders/vendors/${subOrderOf(order)}/cancelled`, { reason }));
      else data(await admin.post(`/admin/orders/${order.orderId}/refunds`, { reason, restock: true }));
      expect(await account()).toBe(0);
      await expectBooksRight(platform.container);
    },
  );
});
