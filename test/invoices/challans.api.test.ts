import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGstReturnMaker } from '#operations/invoices/make-gst-return.js';
import type { ChallanSnapshot } from '#domain/invoices/challan.js';
import { layoutChallan } from '#domain/invoices/challan-document.js';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { PLAIN_TEMPLATE } from '#operations/invoices/plain-template.js';
import { documentKindOf } from '#domain/shipping/consignment.js';

let platform: TestPlatform;
let admin: HttpClient;
beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());

interface Row {
  shipmentId: string;
  prefix: string;
  financialYear: string;
  sequence: number;
  snapshot: ChallanSnapshot;
}
const challansOf = async (order: TestOrder) =>
  (await platform.container
    .knex('invoices_challans')
    .where({ orderId: order.orderId })
    .orderBy('sequence')) as unknown as Row[];
const invoiceOf = async (order: TestOrder) =>
  (
    (await platform.container.knex('invoices').where({ orderId: order.orderId }).first('snapshot')) as {
      snapshot: InvoiceSnapshot;
    }
  ).snapshot;

async function ordered(vendor: TestVendor, quantity: number, options: object = {}) {
  const order = await createConfirmedOrder(platform.container, {
    vendorIds: [vendor.vendorId],
    lines: [{ title: 'पीतल का दीया', unitPrice: 25_000_00, quantity, hsnCode: '7419' }],
    shipping: 100_00,
    ...options,
  });
  const own = platform.http.as(vendor.token);
  const id = order.subOrders[0]?.subOrderId ?? '';
  const lineId = order.written.lines[0]?.id ?? '';
  return {
    order,
    own,
    id,
    lineId,
    send: async (pieces: number) =>
      data(
        await own.post(`/vendor/orders/${id}/parcels`, {
          providerId: 'self-handled',
          lines: [{ lineId, quantity: pieces }],
        }),
      ),
  };
}

describe('parcels after the first', () => {
  it('travel with a delivery challan of their own series, the last one with the original of the invoice', async () => {
    const vendor = await createVendor(platform.container);
    const { order, own, send } = await ordered(vendor, 3);
    await send(1);
    expect(await challansOf(order)).toEqual([]);
    await send(1);
    await send(1);
    const challans = await challansOf(order);
    expect(
      challans.map(({ prefix, sequence, snapshot }) => [prefix, sequence, snapshot.parcel, snapshot.last]),
    ).toEqual([
      ['DC', 1, 2, false],
      ['DC', 2, 3, true],
    ]);
    const invoice = await invoiceOf(order);
    expect(invoice.lines[0]?.quantity).toBe(3);
    const [first] = challans;
    expect(first?.snapshot.lines).toMatchObject([{ quantity: 1, taxableValue: 25_000_00, total: 29_500_00 }]);
    expect(first?.snapshot.invoice).toMatchObject({ title: 'invoice', issuedAt: invoice.issuedAt });
    const copies = layoutChallan(first?.snapshot as ChallanSnapshot, 'DC/2627/000001', PLAIN_TEMPLATE);
    expect(copies.map(({ copyMark }) => copyMark)).toEqual([
      'Original for consignee',
      'Duplicate for transporter',
      'Triplicate for consigner',
    ]);
    expect(copies[0]?.notices.join()).toContain('certified copy');

    // Counted among the documents of the month.
    const month = first?.snapshot.issuedAt.slice(0, 7) ?? '';
    const from = new Date(Date.now() - 86_400_000);
    const sections = await createGstReturnMaker(platform.container)(month, {
      vendorId: vendor.vendorId,
      from,
      to: new Date(Date.now() + 86_400_000),
    });
    expect(sections.docIssue).toMatchObject([
      { kind: 'invoice', total: 1, cancelled: 0 },
      { kind: 'delivery_challan', total: 2, cancelled: 0, net: 2 },
    ]);

    const waiting = await own.get(`/vendor/parcels/${first?.shipmentId}/challan`);
    expect(waiting.status).toBe(409);
    const other = await createVendor(platform.container);
    expect(
      (await platform.http.as(other.token).get(`/vendor/parcels/${first?.shipmentId}/challan`)).status,
    ).toBe(404);
    expect((await admin.get(`/admin/parcels/${first?.shipmentId}/challan`)).status).toBe(409);

    // The e-way bills: the invoice for the first parcel, challans for the others, all by the value of the invoice.
    type Bill = { required: boolean; value: number };
    const bills = data(
      await own.get<{ consignments: Bill[] }>(`/vendor/orders/${order.subOrders[0]?.subOrderId}/e-way-bills`),
    );
    expect(bills.consignments.map(({ required, value }) => [required, value])).toEqual(
      Array.from({ length: 3 }, () => [true, 88_618_00]),
    );
  });

  it('of what was never sent in parts have none', async () => {
    const vendor = await createVendor(platform.container);
    const { order, own, id } = await ordered(vendor, 2);
    data(await own.post(`/vendor/orders/${id}/fulfilled`, { providerId: 'self-handled' }));
    expect(await challansOf(order)).toEqual([]);
  });
});

it('names a bill of supply to the e-way bill portal as one', async () => {
  const vendor = await createVendor(platform.container);
  const { order, own, id } = await ordered(vendor, 1, { taxes: [] });
  data(await own.post(`/vendor/orders/${id}/fulfilled`, { providerId: 'self-handled' }));
  expect(documentKindOf(await invoiceOf(order))).toBe('BIL');
});
