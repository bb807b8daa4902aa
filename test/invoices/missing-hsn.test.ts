import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { mailsTo } from '../_support/mails.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { createMiddayClock } from './midday-clock.js';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'documents', 'relay'], clock: createMiddayClock() });
});
afterAll(() => platform.stop());

it('is flagged to the vendor: on its orders, and by one mail a day', async () => {
  const vendor = await createVendor(platform.container);
  const http = platform.http.as(vendor.token);
  const lines = [
    { title: 'Brass diya', unitPrice: 49_900, quantity: 1, hsnCode: '7419' },
    { title: 'Cotton kurta', unitPrice: 89_900, quantity: 2, hsnCode: null },
  ];
  for (let n = 0; n < 2; n += 1) {
    const order = await createConfirmedOrder(platform.container, { vendorIds: [vendor.vendorId], lines });
    const base = `/vendor/orders/${order.subOrders[0]?.subOrderId ?? ''}`;
    const read = await http.get<{ linesWithoutHsn: number }>(base);
    expect(read.body.data.linesWithoutHsn).toBe(1);
    await platform.http
      .as(order.buyer.token)
      .post(
        `/store/orders/${order.orderId}/vendors/${order.subOrders[0]?.subOrderId ?? ''}/invoice/generate`,
      );
    await eventually(async () => {
      const row = (await platform.container.knex('invoices').where({ orderId: order.orderId }).first()) as {
        sequence: number | null;
      };
      expect(row.sequence).toBe(n + 1);
    });
  }
  const list = await http.get<{ linesWithoutHsn: number }[]>('/vendor/orders');
  expect(list.body.data.map((row) => row.linesWithoutHsn)).toEqual([1, 1]);
  const mails = await mailsTo(platform.container, vendor.email);
  expect(mails.filter((mail) => mail.template === 'invoice.hsn_missing')).toEqual([
    expect.objectContaining({
      role: 'vendor_member',
      variables: expect.objectContaining({ lineCount: 1, products: 'Cotton kurta' }) as unknown,
    }),
  ]);
});
