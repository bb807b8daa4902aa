import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Customer {
  id: string;
  email: string;
  orderCount: number;
  spent: { currency: string; amount: number; refunded: number }[];
  suppression: { reason: string } | null;
  recentOrders: { id: string }[];
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('customers are listed and read with orders, sums, mails and suppression; guests are not', async () => {
  const { container } = platform;
  const { knex } = container;
  const admin = platform.http.as((await createSession(container, { permissions: ['customer:view'] })).token);
  const order = await createConfirmedOrder(container);
  const { userId } = order.buyer;
  await knex('accounts_users')
    .where({ id: userId })
    .update({ isAnonymous: false, email: 'ravi@example.com', name: 'Ravi' });
  await knex('orders').where({ id: order.orderId }).update({ grandTotal: 5_000, refundedTotal: 1_500 });
  await knex('mail_suppressions').insert({
    address: 'ravi@example.com',
    reason: 'hard_bounce',
    source: 'manual',
  });
  const list = await admin.get<Customer[]>('/admin/customers?search=ravi');
  expect(list.body.data).toMatchObject([{ id: userId, orderCount: 1 }]);
  const { body } = await admin.get<Customer>(`/admin/customers/${userId}`);
  expect(body.data).toMatchObject({
    email: 'ravi@example.com',
    spent: [{ amount: 3_500, refunded: 1_500 }],
    suppression: { reason: 'hard_bounce' },
    recentOrders: [{ id: order.orderId }],
  });
  expect(JSON.stringify(body.data)).not.toMatch(/password|token|secret/i);
  const guest = await createSession(container, { anonymous: true });
  expect((await admin.get(`/admin/customers/${guest.userId}`)).status).toBe(404);
  const other = await createSession(container, { permissions: ['order:view'] });
  expect((await platform.http.as(other.token).get('/admin/customers')).status).toBe(403);
});
