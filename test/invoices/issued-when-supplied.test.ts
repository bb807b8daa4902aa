import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createInvoicesQueues } from '#activities/invoices/invoices.queues.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let admin: HttpClient;
beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());

type VendorOrder = { status: string; invoiceNumber: string | null; invoiceProblem: string | null };
type Status = { status: string; invoiceNumber: string | null };

async function sold() {
  const vendor = await createVendor(platform.container);
  const order = await createConfirmedOrder(platform.container, { vendorIds: [vendor.vendorId], paid: true });
  const id = order.subOrders[0]?.subOrderId ?? '';
  const invoice = `/admin/orders/${order.orderId}/vendors/${id}/invoice`;
  const own = platform.http.as(vendor.token);
  return {
    vendor,
    fulfil: () => own.post(`/vendor/orders/${id}/fulfilled`, { providerId: 'self-handled' }),
    read: async () => data(await own.get<VendorOrder>(`/vendor/orders/${id}`)),
    status: async () => data(await admin.get<Status>(`${invoice}/status`)),
    download: () => admin.get(invoice),
  };
}

it('a fulfilled sub-order has its invoice number, and no document until somebody asks', async () => {
  const order = await sold();
  expect(await order.status()).toMatchObject({ status: 'none', invoiceNumber: null });
  data(await order.fulfil());
  const { status, invoiceNumber } = await order.status();
  expect(status).toBe('none');
  expect(invoiceNumber).toMatch(/^INV-\d{4}-000001$/);
  expect(await order.read()).toMatchObject({
    status: 'fulfilled',
    invoiceNumber: invoiceNumber?.replaceAll('-', '/'),
    invoiceProblem: null,
  });
  expect((await order.download()).status).toBe(404);
});

it('a rule that refuses the invoice does not stop the parcel; it is shown, mailed once and tried again', async () => {
  const { knex } = platform.container;
  const order = await sold();
  const { vendorId } = order.vendor;
  const { gstin } = (await knex('vendors').where({ id: vendorId }).first('gstin')) as { gstin: string };
  await knex('vendors').where({ id: vendorId }).update({ gstin: null });
  data(await order.fulfil());
  const problem = expect.stringContaining('has no GSTIN') as unknown as string;
  expect(await order.read()).toMatchObject({
    status: 'fulfilled',
    invoiceNumber: null,
    invoiceProblem: problem,
  });
  const { sweeps } = createInvoicesQueues(platform.container);
  const sweep = () =>
    new MockActivityEnvironment().run(
      sweeps?.['core']?.['invoices-unissued'] as () => Promise<Record<string, number>>,
    );
  expect(await sweep()).toEqual({ issued: 0, refused: 1 });
  const mails = (await knex('mail_messages').where({ template: 'invoice.refused' })) as {
    recipient: string;
  }[];
  expect(mails).toHaveLength(1);
  await knex('vendors').where({ id: vendorId }).update({ gstin });
  expect(await sweep()).toEqual({ issued: 1, refused: 0 });
  expect(await order.read()).toMatchObject({ invoiceProblem: null });
  expect((await order.status()).invoiceNumber).toMatch(/^INV-/);
  expect(await sweep()).toEqual({ issued: 0, refused: 0 });
});
