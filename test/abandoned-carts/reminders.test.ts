import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createEmailPreferences } from '#operations/campaigns/email-preferences.js';
import { systemContext } from '#domain/_shared/context.js';
import { setSettings } from '../_support/settings.js';
import { data, placeOrder, readyCart, vendorWithVariant } from '../_support/shop.js';
import { createReminderShopCarts } from './reminder-carts.js';
import { type ReminderShop, startReminderShop } from './reminder-shop.js';

let shop: ReminderShop;
let carts: ReturnType<typeof createReminderShopCarts>;

beforeAll(async () => {
  shop = await startReminderShop();
  carts = createReminderShopCarts(shop);
});
afterAll(() => shop.stop());
// What one test has left waiting is not due in the next one.
afterEach(() => shop.container.knex('abandoned_carts_waiting').delete());

it('a cart is reminded of after each step of quiet, with its items at current prices, and then no more', async () => {
  const { container } = shop;
  const items = [];
  for (let n = 0; n < 7; n += 1)
    items.push(
      await vendorWithVariant(shop, { title: `Lamp <${n}>`, product: { thumbnail: `media/lamp-${n}.jpg` } }),
    );
  const { buyer, cart } = await readyCart(
    shop,
    items.map(({ variantId }) => ({ variantId, quantity: 2 })),
  );
  await shop.watch();
  await container.knex('products_variants').where({ id: items[0]?.variantId }).update({ price: 12_345 });
  await container.knex('inventory_levels').where({ variantId: items[1]?.variantId }).update({ onHand: 0 });
  expect(await shop.run()).toBe(0);
  expect(await shop.after(1)).toBe(1);
  expect(await shop.run()).toBe(0);
  const [mail] = await shop.mails(buyer.email);
  for (const text of [
    'Lamp &#60;0&#62;',
    'lamp-0.jpg',
    '₹246.90',
    'and 1 more',
    'Reminders &amp; offers',
    'https://shop.example.com/cart/restore?token=',
  ])
    expect(
      mail?.html.replaceAll('&lt;', '&#60;').replaceAll('&gt;', '&#62;').replaceAll('&#38;', '&amp;'),
    ).toContain(text);
  // Sold out.
  expect(mail?.html).not.toContain('lamp-1.jpg');
  expect(mail?.text).toContain('2 × Lamp <0>');
  expect(mail?.html).not.toContain(cart.id);
  expect(await shop.after(22)).toBe(0);
  expect(await shop.after(1)).toBe(1);
  expect(await shop.after(47)).toBe(0);
  expect(await shop.after(1)).toBe(1);
  expect(await shop.after(24 * 20)).toBe(0);
  expect(await shop.mails(buyer.email)).toHaveLength(3);
  expect(await carts.seriesOf(cart.id)).toMatchObject({ endReason: 'completed', address: null });
  expect(await carts.waiting(cart.id)).toBe(false);
});

it('a cart that is changed waits anew, and goes on with the next step', async () => {
  const { buyer, cart } = await carts.filled();
  await shop.watch();
  expect(await shop.after(1)).toBe(1);
  await carts.touch(cart.id);
  expect(await shop.after(23)).toBe(0);
  expect(await shop.after(1)).toBe(1);
  expect(await shop.mails(buyer.email)).toHaveLength(2);
});

it.each<[string, (given: Awaited<ReturnType<typeof carts.filled>>) => Promise<unknown>, string]>([
  ['an order', async (given) => data(await placeOrder(given)), 'ordered'],
  [
    'emptying the cart',
    ({ http, cart }) => http.delete(`/store/carts/${cart.id}/items/${cart.lines[0]?.id}`),
    'emptied',
  ],
  ['unsubscribing from the topic', ({ buyer }) => carts.unsubscribe(buyer.email), 'unsubscribed'],
  [
    'a ban',
    ({ buyer }) =>
      shop.container.knex('accounts_users').where({ id: buyer.userId }).update({ bannedAt: new Date() }),
    'no_address',
  ],
])('%s ends the series between two steps', async (_name, act, reason) => {
  const given = await carts.filled();
  await shop.watch();
  expect(await shop.after(1)).toBe(1);
  await act(given);
  expect(await shop.after(30)).toBe(0);
  expect(await shop.mails(given.buyer.email)).toHaveLength(1);
  expect(await carts.seriesOf(given.cart.id)).toMatchObject({ endReason: reason });
  expect(await carts.waiting(given.cart.id)).toBe(false);
});

it('the cart of a deleted guest ends its series, and the address is forgotten', async () => {
  const { cart, buyer } = await carts.filled({ anonymous: true, confirmed: true });
  await shop.watch();
  expect(await shop.after(1)).toBe(1);
  await shop.container.knex('accounts_users').where({ id: buyer.userId }).delete();
  expect(await shop.after(24 * 8)).toBe(0);
  expect(await carts.seriesOf(cart.id)).toMatchObject({ endReason: 'expired', address: null });
});

it('guests are reminded at an address that they have verified for the cart, and others at none', async () => {
  const verified = await carts.filled({ anonymous: true, confirmed: true });
  const claimed = await carts.filled({ anonymous: true });
  const unverified = await carts.filled();
  await shop.container
    .knex('accounts_users')
    .where({ id: unverified.buyer.userId })
    .update({ emailVerified: false });
  await shop.watch();
  expect(await shop.after(1)).toBe(1);
  expect(await shop.mails(verified.buyer.email)).toHaveLength(1);
  expect([await shop.mails(claimed.buyer.email), await shop.mails(unverified.buyer.email)]).toEqual([[], []]);
});

it('a person has one series a week, whatever carts and devices', async () => {
  const buyer = await carts.buyer();
  const first = await carts.filled({ buyer });
  const second = await carts.filled({ buyer });
  const guest = await carts.filled({ anonymous: true });
  await shop.container
    .knex('carts')
    .where({ id: guest.cart.id })
    .update({ email: buyer.email, confirmedEmail: buyer.email });
  await shop.watch();
  expect(await shop.after(1)).toBe(1);
  expect(await shop.after(100)).toBe(1);
  expect(await shop.after(100)).toBe(1);
  await carts.touch(first.cart.id);
  await shop.watch();
  expect(await shop.after(1)).toBe(1);
  const kept = await Promise.all([first, second, guest].map(({ cart }) => carts.seriesOf(cart.id)));
  expect(kept.filter(Boolean)).toHaveLength(kept.length - 1);
  expect(await shop.mails(buyer.email)).toHaveLength(4);
});

it('campaigns rules hold: opt-in topics, the suppression list, the weekly limit', async () => {
  const { knex } = shop.container;
  const [suppressed, limited] = [await carts.filled(), await carts.filled()];
  await knex('mail_suppressions').insert({
    address: suppressed.buyer.email,
    reason: 'hard_bounce',
    source: 'test',
  });
  await setSettings(shop.container, { 'admin.email.campaign_weekly_limit': 2 });
  await shop.watch();
  expect(await shop.after(1)).toBe(1);
  expect(await shop.after(24)).toBe(1);
  expect(await shop.after(48)).toBe(0);
  expect(await shop.mails(limited.buyer.email)).toHaveLength(2);
  expect(await carts.seriesOf(limited.cart.id)).toMatchObject({ endReason: 'completed' });
  await setSettings(shop.container, { 'admin.email.campaign_weekly_limit': 0 });

  const ctx = systemContext({ name: 'test' }, new Date());
  await knex('campaigns_topics').where({ id: shop.topicId }).update({ optIn: true });
  const [asked, silent] = [await carts.filled(), await carts.filled()];
  await shop.container.unitOfWork.run(ctx, (tx) =>
    createEmailPreferences(shop.container).subscribeTopic(tx, ctx, {
      address: asked.buyer.email,
      source: 'test',
      topicId: shop.topicId,
    }),
  );
  await shop.watch();
  expect(await shop.after(1)).toBe(1);
  expect([
    (await shop.mails(asked.buyer.email)).length,
    (await shop.mails(silent.buyer.email)).length,
  ]).toEqual([1, 0]);
  await knex('campaigns_topics').where({ id: shop.topicId }).update({ optIn: false });
});

it('nothing waits while reminders are off, and what was left meanwhile is not reminded of later', async () => {
  const { buyer, cart } = await carts.filled();
  await shop.watch();
  expect(await carts.waiting(cart.id)).toBe(true);
  await setSettings(shop.container, { 'admin.email.abandoned_cart_topic': '' });
  expect(await shop.after(1)).toBe(0);
  expect(await carts.waiting(cart.id)).toBe(false);
  await shop.after(4);
  await setSettings(shop.container, { 'admin.email.abandoned_cart_topic': shop.topicId });
  expect(await shop.after(1)).toBe(0);
  expect(await shop.after(80)).toBe(0);
  expect(await shop.mails(buyer.email)).toEqual([]);
});
