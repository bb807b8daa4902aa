import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { setSettings } from '../_support/settings.js';
import { type CartResponse, data, placeOrder } from '../_support/shop.js';
import { createReminderShopCarts } from './reminder-carts.js';
import { type ReminderShop, startReminderShop } from './reminder-shop.js';

let shop: ReminderShop;
let carts: ReturnType<typeof createReminderShopCarts>;
let admin: HttpClient;
let discountId: string;

beforeAll(async () => {
  shop = await startReminderShop();
  carts = createReminderShopCarts(shop);
  const { container } = shop;
  const session = await createSession(container, { roles: ['superAdmin'] });
  await container
    .knex('accounts_sessions')
    .where({ userId: session.userId })
    .update({ expiresAt: new Date('2100-01-01') });
  admin = shop.http.as(session.token);
  const discount = {
    name: 'Come back',
    code: `BACK${newId().slice(-6).toUpperCase()}`,
    discountType: 'PERCENTAGE',
    value: 10,
  };
  discountId = data(await admin.post<{ id: string }>('/admin/discounts', discount)).id;
  await setSettings(container, {
    'admin.email.abandoned_cart_steps': [{ hours: 1 }, { hours: 24, discountId }],
    'admin.email.abandoned_cart_coupon_days': 3,
  });
});
afterAll(() => shop.stop());
afterEach(() => shop.container.knex('abandoned_carts_waiting').delete());

const codesOf = (userId: string) =>
  shop.container
    .knex('discounts_codes as c')
    .join('abandoned_carts_reminders as m', 'm.id', 'c.givenTo')
    .where('m.userId', userId)
    .select('c.code', 'c.expiresAt', 'm.step');

const statistics = async () =>
  data(
    await admin.get<Record<'sent' | 'opened' | 'orders' | 'revenue', number> & { steps: object[] }>(
      '/admin/abandoned-carts/statistics?days=365',
    ),
  );

it('a step with a discount gives each buyer a code for one order, which the link adds to the cart', async () => {
  const [first, second] = [await carts.filled(), await carts.filled()];
  await shop.watch();
  expect(await shop.after(1)).toBe(2);
  expect(await codesOf(first.buyer.userId)).toEqual([]);
  expect(await shop.after(23)).toBe(2);
  const [own, ...more] = await codesOf(first.buyer.userId);
  const [other] = await codesOf(second.buyer.userId);
  expect([more, own?.step]).toEqual([[], 2]);
  expect(own?.code).toMatch(/^CART[A-Z2-9]{10}$/);
  expect(own?.code).not.toBe(other?.code);
  const validFor = (own?.expiresAt as Date).getTime() - shop.container.clock.now().getTime();
  expect([Math.round(validFor / 60_000)]).toEqual([3 * 24 * 60]);
  const [without, mail] = await shop.mails(first.buyer.email);
  expect(mail?.html).toContain(own?.code);
  expect(without?.html).not.toContain('Your code');

  const restored = data(await first.http.post<CartResponse>('/store/carts/restore', { token: mail?.token }));
  expect(restored.coupons).toMatchObject([{ code: own?.code, applied: true, amount: 4_990 }]);
  const placed = data(await placeOrder({ ...first, cart: restored }));
  expect(placed.order.discountTotal).toBe(4_990);
  // For one order.
  const again = await second.http.post(`/store/carts/${second.cart.id}/coupons`, { code: own?.code });
  expect(again.status).toBe(409);
});

it('a code that has expired discounts nothing, and is deleted a month later', async () => {
  const { knex } = shop.container;
  const given = await carts.filled();
  await shop.watch();
  await shop.after(1);
  await shop.after(23);
  const [own] = await codesOf(given.buyer.userId);
  const cart = data(
    await given.http.post<CartResponse>(`/store/carts/${given.cart.id}/coupons`, { code: own?.code }),
  );
  expect(cart.coupons).toMatchObject([{ applied: true }]);
  await knex('discounts_codes')
    .where({ code: own?.code })
    .update({ expiresAt: new Date(Date.now() - 1_000) });
  expect((await placeOrder({ ...given, cart })).status).toBe(409);
  const late = data(await given.http.get<CartResponse>(`/store/carts/${given.cart.id}`));
  expect(late.coupons).toMatchObject([{ applied: false }]);
  await shop.after(24 * 31);
  expect(await codesOf(given.buyer.userId)).toEqual([]);
});

it('orders of reminded carts count by the last reminder before them, within the days of the setting', async () => {
  const before = await statistics();
  const cash = async (given: Awaited<ReturnType<typeof carts.filled>>, at?: Date) => {
    const { order } = data(await placeOrder(given));
    const placedAt = at ?? shop.container.clock.now();
    await shop.container
      .knex('orders')
      .where({ id: order.id })
      .update({ status: 'confirmed', placedAt, confirmedAt: placedAt });
    return order.grandTotal;
  };
  const [early, late, never, unpaid] = [
    await carts.filled(),
    await carts.filled(),
    await carts.filled(),
    await carts.filled(),
  ];
  await shop.watch();
  expect(await shop.after(1)).toBe(4);
  const revenue = [await cash(early)];
  data(await placeOrder(unpaid));
  expect(await shop.after(24)).toBe(2);
  revenue.push(await cash(late));
  await cash(never, new Date(shop.container.clock.now().getTime() + 8 * 86_400_000));
  const after = await statistics();
  expect(after.sent - before.sent).toBe(6);
  expect(after.orders - before.orders).toBe(2);
  expect(after.revenue - before.revenue).toBe((revenue[0] ?? 0) + (revenue[1] ?? 0));
  expect(after.steps).toMatchObject([{ step: 1 }, { step: 2 }]);
  expect((await shop.http.get('/admin/abandoned-carts/statistics')).status).toBe(401);
});

it('the statistics say whether reminders are sent, and why they are not', async () => {
  const { container, topicId } = shop;
  const topic = 'admin.email.abandoned_cart_topic';
  const state = async () => {
    const { state: current, reminderHours } = data(
      await admin.get<{ state: string; reminderHours: number[] }>('/admin/abandoned-carts/statistics'),
    );
    expect(reminderHours).toEqual([1, 24]);
    return current;
  };
  expect(await state()).toBe('on');
  await setSettings(container, { 'store.storefront_urls.store_url': '' });
  expect(await state()).toBe('no_storefront');
  await setSettings(container, { 'store.storefront_urls.store_url': 'https://shop.example.com' });
  await container.knex('campaigns_topics').where({ id: topicId }).update({ archivedAt: new Date() });
  expect(await state()).toBe('no_topic');
  await setSettings(container, { [topic]: '' });
  expect(await state()).toBe('off');
});
