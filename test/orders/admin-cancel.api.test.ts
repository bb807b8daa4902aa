import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];
beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

interface Cancelled {
  status: string;
  cancelReason: string;
  timeline: { event: string; note: string | null }[];
}

it('an operator cancels a paid order with a reason: what was paid goes back once, audited, and a repeat changes nothing', async () => {
  const { knex } = platform.container;
  const { orderId } = await createConfirmedOrder(platform.container, { paid: true });
  const cancel = () =>
    admin.post<Cancelled>(`/admin/orders/${orderId}/cancel`, { reason: 'The buyer called' });
  const all = await Promise.all([cancel(), cancel(), cancel()]);
  expect(all.map(({ status, body }) => [status, body.data.status])).toEqual(
    all.map(() => [200, 'cancelled']),
  );
  const [first] = all;
  expect(first?.body.data).toMatchObject({ cancelReason: 'cancelled_by_operator' });
  expect(first?.body.data.timeline.filter(({ event }) => event === 'order.cancelled')).toMatchObject([
    { note: 'The buyer called' },
  ]);
  expect(await knex('payments_refunds').where({ orderId })).toMatchObject([{ cause: 'cancellation' }]);
  expect(
    await knex('audit_entries').where({ entity: 'order', entityId: orderId, action: 'cancel' }),
  ).toMatchObject([{ after: { reason: 'The buyer called' } }]);
});

it('is refused once a sub-order has moved, without a reason, and without the permission', async () => {
  const { knex } = platform.container;
  const { orderId } = await createConfirmedOrder(platform.container);
  const path = `/admin/orders/${orderId}/cancel`;
  expect((await admin.post(path, {})).status).toBe(400);
  const viewer = await createSession(platform.container, { permissions: ['order:view'] });
  expect((await platform.http.as(viewer.token).post(path, { reason: 'x' })).status).toBe(403);
  await knex('orders').where({ id: orderId }).update({ status: 'fulfilled' });
  expect((await admin.post(path, { reason: 'x' })).status).toBe(409);
});
