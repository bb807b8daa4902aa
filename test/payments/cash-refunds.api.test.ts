import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { composeMail } from '#operations/mail/compose-mail.js';
import type { MailRow } from '#db/mail/mail.repository.js';
import { createSession } from '../_support/accounts.js';
import { createBuyer } from '../_support/orders.js';
import {
  data,
  placeOrder,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import type { TestVendor } from '../_support/vendors.js';

interface Refund {
  id: string;
  status: string;
  byHand: boolean;
  amount: number;
  reference: string | null;
}

let shop: TestShop;
let vendor: TestVendor;
let variantId: string;
let admin: TestShop['http'];

beforeAll(async () => {
  shop = await startShop();
  ({ vendor, variantId } = await vendorWithVariant(shop, { price: 50_000 }));
  admin = shop.http.as((await createSession(shop.container, { roles: ['admin'] })).token);
});
afterAll(() => shop.stop());

async function mails(recipient: string) {
  const { config, knex, settings, storage, keyring } = shop.container;
  const rows = (await knex('mail_messages').where({ recipient }).orderBy('id')) as MailRow[];
  return rows.map((row) => ({
    template: row.template,
    ...composeMail(row, { config, settings, storage, keyring }),
  }));
}

async function cancelledPaidInCash() {
  const buyer = await createBuyer(shop.container);
  const cart = await readyCart(shop, [{ variantId, quantity: 1 }], { buyer });
  const { order } = data(await placeOrder(cart, { paymentOption: 'cod' }));
  expect((await admin.post(`/admin/orders/${order.id}/mark-paid`, {})).status).toBe(200);
  const cancelled = await shop.http.as(buyer.token).post(`/store/orders/${order.id}/cancel`, {});
  expect(cancelled.status).toBe(200);
  const list = data(
    await admin.get<Refund[]>(
      `/admin/refunds?filters[]=byHand:eq:true&filters[]=orderNumber:eq:${order.orderNumber}`,
    ),
  );
  return { buyer, order, refunds: list };
}

const paymentStatus = async (orderId: string) =>
  (
    (await shop.container.knex('orders').where({ id: orderId }).first('paymentStatus')) as {
      paymentStatus: string;
    }
  ).paymentStatus;

it('cash is not said to be refunded before somebody has paid it back', async () => {
  const { buyer, order, refunds } = await cancelledPaidInCash();
  expect(refunds).toMatchObject([{ status: 'pending', byHand: true, amount: 50_000, reference: null }]);
  expect(await paymentStatus(order.id)).toBe('paid');
  const before = await mails(buyer.email);
  expect(before.map(({ template }) => template)).toEqual(['order.confirmed', 'order.cancelled']);
  expect(before.at(-1)?.text).toContain('the store will get in touch with you');
  expect(before.at(-1)?.text).not.toContain('the way you paid with');

  const path = `/admin/refunds/${refunds[0]?.id}/paid`;
  const first = await admin.post<Refund>(path, { reference: 'UTR 4711' });
  expect([first.status, first.body.data.status, first.body.data.reference]).toEqual([
    200,
    'processed',
    'UTR 4711',
  ]);
  expect((await admin.post(path, { reference: 'UTR 4711' })).status).toBe(200);
  const other = await admin.post(path, { reference: 'UTR 4712' });
  expect([other.status, other.body.errorCode]).toEqual([409, 'CONFLICT']);

  expect(await paymentStatus(order.id)).toBe('refunded');
  const after = (await mails(buyer.email)).slice(before.length);
  expect(after.map(({ template }) => template)).toEqual(['order.refunded']);
  expect(after[0]?.text).toContain('UTR 4711');
  expect(after[0]?.unknownVariables).toEqual([]);
  const audit = (await shop.container
    .knex('audit_entries')
    .where({ entity: 'refund', entityId: refunds[0]?.id })) as object[];
  expect(audit).toMatchObject([{ action: 'pay', after: { reference: 'UTR 4711' } }]);
});

it('two operators who record it at once pay it once', async () => {
  const { order, refunds } = await cancelledPaidInCash();
  const path = `/admin/refunds/${refunds[0]?.id}/paid`;
  const responses = await Promise.all([1, 2].map((n) => admin.post(path, { reference: `UTR ${n}` })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const row = (await shop.container.knex('orders').where({ id: order.id }).first('refundedTotal')) as object;
  expect(row).toEqual({ refundedTotal: 50_000 });
});

it('a vendor is mailed when an order that it was told of is cancelled', async () => {
  const count = async () =>
    (await mails(vendor.email)).filter(({ template }) => template === 'order.cancelled').length;
  const before = await count();
  const { order } = await cancelledPaidInCash();
  expect(await count()).toBe(before + 1);
  const mail = (await mails(vendor.email)).at(-1);
  expect(mail?.subject).toBe(`Order ${order.orderNumber} was cancelled: do not ship it`);
  expect(mail?.unknownVariables).toEqual([]);

  // An order that was never paid was not announced to anybody but its buyer.
  const buyer = await createBuyer(shop.container);
  const cart = await readyCart(shop, [{ variantId, quantity: 1 }], { buyer });
  const unpaid = data(await placeOrder(cart, { paymentOption: 'sandbox' })).order;
  await shop.http.as(buyer.token).post(`/store/orders/${unpaid.id}/cancel`, {});
  expect(await count()).toBe(before + 1);
});
