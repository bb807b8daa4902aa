import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createMergeCarts } from '#api/carts/merge-carts.js';
import { systemContext } from '#domain/_shared/context.js';
import { createSession } from '../_support/accounts.js';
import { type CartResponse, data, placeOrder } from '../_support/shop.js';
import { createReminderShopCarts } from './reminder-carts.js';
import { type ReminderShop, startReminderShop } from './reminder-shop.js';

let shop: ReminderShop;
let carts: ReturnType<typeof createReminderShopCarts>;

beforeAll(async () => {
  shop = await startReminderShop();
  carts = createReminderShopCarts(shop);
});
afterAll(() => shop.stop());
afterEach(() => shop.container.knex('abandoned_carts_waiting').delete());

/** A cart whose buyer was reminded, with the token of the mail. */
async function reminded(options: Parameters<typeof carts.filled>[0] = {}) {
  const given = await carts.filled(options);
  await shop.watch();
  expect(await shop.after(1)).toBe(1);
  const [mail] = await shop.mails(given.buyer.email);
  return { ...given, token: mail?.token ?? '' };
}

/** What the audit log has of the restores of a cart. */
const restoresOf = (cartId: string) =>
  shop.container.knex('audit_entries').where({ entity: 'cart', entityId: cartId, action: 'restore' });

/** Opens the link on a device with a session of its own. */
async function open(token: string, buyer: { token: string }) {
  return shop.http.as(buyer.token).post<CartResponse>('/store/carts/restore', { token });
}

describe('the link of a reminder', () => {
  it('brings the buyer the cart itself, on any device', async () => {
    const { token, buyer, cart } = await reminded();
    const restored = data(await open(token, buyer));
    expect(restored).toMatchObject({ id: cart.id, lines: [{ quantity: 1 }] });
    const row: unknown = await shop.container
      .knex('abandoned_carts_reminders')
      .whereNotNull('openedAt')
      .where({ userId: buyer.userId })
      .first();
    expect(row).toBeDefined();
    data(await open(token, buyer));
    const entries = await restoresOf(cart.id);
    expect(entries).toMatchObject([
      { actorType: 'user', actorId: buyer.userId, after: { fromCartId: cart.id } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('adds the items to the cart in hand of somebody else once, and shows nothing of the buyer', async () => {
    const { token, buyer, cart, variantId } = await reminded();
    const guest = await carts.filled({ anonymous: true });
    const before = data(await guest.http.get<CartResponse>(`/store/carts/${guest.cart.id}`));
    const responses = await Promise.all([open(token, guest.buyer), open(token, guest.buyer)]);
    for (const response of [...responses, await open(token, guest.buyer)]) {
      const restored = data(response);
      expect(restored).toMatchObject({ id: guest.cart.id, email: before.email });
      expect(restored.lines.map((line) => [line.variantId, line.quantity])).toEqual([
        [guest.variantId, 1],
        [variantId, 1],
      ]);
      expect(JSON.stringify(response.body)).not.toContain(buyer.email);
    }
    expect(await restoresOf(guest.cart.id)).toMatchObject([
      { actorId: guest.buyer.userId, after: { fromCartId: cart.id } },
    ]);
    expect((await guest.http.get(`/store/carts/${cart.id}`)).status).toBe(404);
    expect((await guest.http.get<{ email: string }>('/me')).body.data?.email).not.toBe(buyer.email);
  });

  it('makes a new cart without any address where the device has none', async () => {
    const { token, cart, variantId } = await reminded({ anonymous: true, confirmed: true });
    const device = await carts.buyer(true);
    const [first, second] = await Promise.all([open(token, device), open(token, device)]);
    const restored = data(first);
    expect(data(second).id).toBe(restored.id);
    expect(restored.id).not.toBe(cart.id);
    expect(restored).toMatchObject({
      email: null,
      shippingAddress: null,
      lines: [{ variantId, quantity: 1 }],
    });
  });

  it('does not double the items of a buyer who signs in afterwards', async () => {
    const { token, buyer, cart, http, variantId } = await reminded();
    const device = await carts.buyer(true);
    const restored = data(await open(token, device));
    await createMergeCarts(shop.container)(
      systemContext({ name: 'test' }, shop.container.clock.now()),
      device.userId,
      buyer.userId,
    );
    const merged = data(await http.get<CartResponse>(`/store/carts/${restored.id}`));
    expect(merged.lines.map((line) => [line.variantId, line.quantity])).toEqual([[variantId, 1]]);
    expect(data(await http.get<CartResponse>(`/store/carts/${cart.id}`)).status).toBe('merged');
    // The link then leads to the cart in hand.
    expect(data(await open(token, buyer)).id).toBe(restored.id);
  });

  it('ends the series by an order on another device, and restores nothing then', async () => {
    const given = await reminded();
    const device = await carts.filled({ anonymous: true });
    data(await open(given.token, device.buyer));
    const cart = data(await device.http.get<CartResponse>(`/store/carts/${device.cart.id}`));
    data(await placeOrder({ ...device, cart }));
    expect(await shop.after(24)).toBe(0);
    expect(await carts.seriesOf(given.cart.id)).toMatchObject({ endReason: 'ordered' });
    expect((await open(given.token, device.buyer)).status).toBe(409);
  });

  it('is refused when it is forged, expired, or nothing is left of its cart', async () => {
    const given = await reminded();
    expect((await open('forged', given.buyer)).status).toBe(404);
    expect((await shop.http.post('/store/carts/restore', { token: given.token })).status).toBe(401);
    data(await given.http.delete(`/store/carts/${given.cart.id}/items/${given.cart.lines[0]?.id}`));
    expect((await open(given.token, given.buyer)).status).toBe(409);
    await shop.after(24 * 31);
    expect((await open(given.token, given.buyer)).status).toBe(404);
  });
});

it('reminders are refused while the storefront that they link to has no address', async () => {
  const session = await createSession(shop.container, { roles: ['superAdmin'] });
  await shop.container
    .knex('accounts_sessions')
    .where({ userId: session.userId })
    .update({ expiresAt: new Date('2100-01-01') });
  const admin = shop.http.as(session.token);
  const set = (topic: string) =>
    admin.patch('/admin/settings/admin', { 'email.abandoned_cart_topic': topic });
  expect((await set('')).status).toBe(200);
  await shop.container.knex('settings_values').where({ key: 'store.storefront_urls.store_url' }).delete();
  const refused = await set(shop.topicId);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('storefront_urls.store_url');
});
