import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { QuickSearchResponse } from '#api/search/quick-search.schemas.js';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];
let order: TestOrder;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  order = await createConfirmedOrder(platform.container);
});
afterAll(() => platform.stop());

const search = async (text: string, http = admin) => {
  const { status, body } = await http.get<QuickSearchResponse>(
    `/admin/quick-search?q=${encodeURIComponent(text)}`,
  );
  expect(status).toBe(200);
  return Object.fromEntries(body.data.map(({ kind, items }) => [kind, items.map(({ id }) => id)]));
};

it('finds an order by its number, AWB, invoice serial and e-mail address', async () => {
  const { knex } = platform.container;
  const [sub] = order.subOrders;
  const { subOrderId = '', vendorId = '' } = sub ?? {};
  const ids = { orderId: order.orderId, subOrderId, vendorId };
  await knex('invoices').insert({
    ...ids,
    status: 'ready',
    financialYear: '2627',
    sequence: 41,
    prefix: 'INV',
    issuedAt: new Date(),
  });
  await knex('shipping_shipments').insert({
    ...ids,
    attempt: 1,
    reference: `ref-${subOrderId}`,
    lines: '[]',
    providerId: 'carrier',
    method: 'x',
    status: 'created',
    awb: 'AWB7731',
    actor: '{}',
    requestedAt: new Date(),
  });
  const row = (await knex('orders').where({ id: order.orderId }).first('email')) as { email: string };
  const texts = [
    order.orderNumber.slice(0, 4),
    order.orderNumber.toLowerCase(),
    'AWB7731',
    'INV/2627/000041',
    'inv-2627-41',
    row.email.toUpperCase(),
  ];
  for (const text of texts) expect([text, (await search(text))['orders']]).toEqual([text, [order.orderId]]);
  for (const text of ['AWB773', 'INV/2627/000042', row.email.slice(0, -1), '%', '_____']) {
    if (text.length > 1) expect([text, (await search(text))['orders']]).toEqual([text, undefined]);
  }
  // The list of orders finds them by the same.
  for (const text of ['AWB7731', 'INV-2627-000041']) {
    const list = await admin.get<{ id: string }[]>(`/admin/orders?search=${text}`);
    expect([list.body.data.map(({ id }) => id), list.body.metadata?.total]).toEqual([[order.orderId], 1]);
  }
});

it('finds vendors, products and customers by their beginning, five of each, and only what the caller may see', async () => {
  const { knex } = platform.container;
  const { vendorId = '' } = order.subOrders[0] ?? {};
  await knex('products').insert(
    Array.from({ length: 7 }, (_, n) => ({ vendorId, title: `Quince jam ${n}`, slug: `quince-${n}` })),
  );
  await knex('vendors').where({ id: vendorId }).update({ displayName: 'Quince & Co' });
  const { userId } = await createSession(platform.container, { name: 'Quincy Jones' });
  const found = await search('quinc');
  expect(found).toMatchObject({ vendors: [vendorId], customers: [userId] });
  expect(found['products']).toHaveLength(5);
  const few = await createSession(platform.container, { permissions: ['quickSearch:use', 'vendor:view'] });
  expect(await search('quinc', platform.http.as(few.token))).toEqual({ vendors: [vendorId] });
  expect((await admin.get('/admin/quick-search?q=a')).status).toBe(400);
});
