import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createCheckout } from '#api/checkout/create-checkout.js';
import type { UnitOfWork } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { createSession } from '../_support/accounts.js';
import { createBuyer } from '../_support/orders.js';
import {
  data,
  type PlacedResponse,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { addressOf } from '../_support/vendors.js';

let shop: TestShop;
let variantId: string;
let otherVariantId: string;

beforeAll(async () => {
  shop = await startShop();
  ({ variantId } = await vendorWithVariant(shop, { title: 'Brass diya', price: 50_000, onHand: 500 }));
  ({ variantId: otherVariantId } = await vendorWithVariant(shop, { price: 20_000, onHand: 500 }));
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.resetControls());

const knex = () => shop.container.knex;
type Row = Record<string, unknown>;
const orderRows = (cartId: string) => knex()('orders').where({ cartId }) as unknown as Promise<Row[]>;

describe('placing an order', () => {
  it('keeps a copy of everything, one sub-order for each vendor', async () => {
    const cart = await readyCart(shop, [{ variantId, quantity: 2 }, { variantId: otherVariantId }]);
    const response = await placeOrder(cart, { paymentOption: 'cod' });
    expect(response.status).toBe(201);
    const { order, payment } = data(response);
    expect(order).toMatchObject({ status: 'confirmed', paymentStatus: 'unpaid', grandTotal: 120_000 });
    expect(order.orderNumber).toMatch(/^HT-[0-9A-Z]{8}$/);
    expect(payment).toMatchObject({ providerId: 'cod', status: 'accepted', action: { type: 'none' } });
    expect(order.vendors).toHaveLength(2);

    await knex()('products_variants')
      .where({ id: variantId })
      .update({ hsnCode: '9999', weight: 1, sku: 'new' });
    const lines = (await knex()('orders_lines').where({ orderId: order.id }).orderBy('position')) as Row[];
    expect(lines[0]).toMatchObject({
      title: 'Brass diya',
      quantity: 2,
      originalPrice: 50_000,
      unitPrice: 50_000,
      lineSubtotal: 100_000,
      total: 100_000,
      hsnCode: '7419',
      weight: 350,
      taxes: [],
    });
    const subOrders = (await knex()('orders_sub_orders')
      .where({ orderId: order.id })
      .orderBy('total')) as Row[];
    expect(subOrders.map((subOrder) => subOrder['commissionTotal'])).toEqual([2_000, 10_000]);
    const cartRow = (await knex()('carts').where({ id: cart.cart.id }).first()) as Row;
    expect(cartRow).toMatchObject({ status: 'ordered', orderId: order.id });
  });

  it('sends the buyer to the payment page of the sandbox and holds the stock', async () => {
    const stock = () => knex()('inventory_levels').where({ variantId }).first('reserved') as Promise<Row>;
    const before = Number((await stock())['reserved']);
    const cart = await readyCart(shop, [{ variantId, quantity: 3 }]);
    const placed = data(await placeOrder(cart, { returnUrl: 'https://store.example.com/thanks' }));
    expect(placed.order).toMatchObject({ status: 'pending_payment', paymentStatus: 'unpaid' });
    const page = shop.sandbox.order(sandboxOrderOf(placed));
    expect(page).toMatchObject({ amount: placed.order.grandTotal, receipt: placed.payment.id });
    expect(page.notes).toMatchObject({ return_url: 'https://store.example.com/thanks' });
    expect(Number((await stock())['reserved'])).toBe(before + 3);
    const events = (await knex()('outbox_events')
      .where({ type: 'inventory.stock.adjusted' })
      .orderBy('id', 'desc')
      .first()) as Row;
    expect(events['payload']).toMatchObject({ variantId, delta: -3, reason: 'reserved' });
  });

  it('keeps the language of its mails: the one that is named, that of a guest’s browser, else that of the account', async () => {
    const member = await readyCart(shop, [{ variantId }]);
    const guest = () => readyCart(shop, [{ variantId }], { anonymous: true });
    const hindi = { 'accept-language': 'hi-IN,en;q=0.5' };
    const placed = [
      data(await placeOrder(await guest(), {}, hindi)),
      data(await placeOrder(await guest(), { locale: 'hi-IN' })),
      data(await placeOrder(member, {}, hindi)),
    ];
    const locales = await Promise.all(
      placed.map(async ({ order }) => [
        ...(await knex()('orders').where({ id: order.id }).pluck('locale')),
        ...(await knex()('mail_messages').where({ orderId: order.id, role: 'customer' }).pluck('locale')),
      ]),
    );
    expect(locales).toEqual([
      ['hi', 'hi'],
      ['hi', 'hi'],
      [null, 'en'],
    ]);
    await knex()('accounts_users')
      .whereIn('id', knex()('orders').where({ id: placed[2]?.order.id }).select('userId'))
      .update({ locale: 'hi' });
    const { order } = data(
      await placeOrder(await readyCart(shop, [{ variantId }], { buyer: member.buyer }), {}),
    );
    expect(
      await knex()('mail_messages').where({ orderId: order.id, role: 'customer' }).pluck('locale'),
    ).toEqual(['hi']);
  });

  it('draws another number when an order has the one that was drawn, and leaves nothing of the first attempt', async () => {
    const earlier = data(await placeOrder(await readyCart(shop, [{ variantId }]), { paymentOption: 'cod' }));
    await knex().raw(`
      create sequence drawn;
      create function draw_a_taken_number() returns trigger language plpgsql as $$
      begin
        if nextval('drawn') = 1 then new.order_number := '${earlier.order.orderNumber}'; end if;
        return new;
      end $$;
      create trigger draw_a_taken_number before insert on orders
        for each row execute function draw_a_taken_number();`);
    try {
      const cart = await readyCart(shop, [{ variantId }]);
      const { order } = data(await placeOrder(cart, { paymentOption: 'cod' }));
      expect(order.orderNumber).not.toBe(earlier.order.orderNumber);
      expect(await orderRows(cart.cart.id)).toMatchObject([{ id: order.id, status: 'confirmed' }]);
      const drawn = await knex().raw<{ rows: Row[] }>('select last_value from drawn');
      expect(Number(drawn.rows[0]?.['lastValue'])).toBe(2);
      const steps = (await knex()('orders_timeline').where({ orderId: order.id }).orderBy('id')) as Row[];
      expect(steps.map((step) => step['event'])).toEqual(['order.placed', 'order.confirmed']);
    } finally {
      await knex().raw('drop function draw_a_taken_number cascade; drop sequence drawn');
    }
  });

  it('tells the buyer, and the vendor once the order is confirmed', async () => {
    const cart = await readyCart(shop, [{ variantId }]);
    const mails = async (orderNumber: string) =>
      (await knex()('mail_messages')
        .where('dedupeKey', 'like', `%${orderNumber}%`)
        .pluck('template')) as string[];
    const { order } = data(await placeOrder(cart));
    expect(await mails(order.id)).toEqual(['order.placed']);
    const cod = data(
      await placeOrder(await readyCart(shop, [{ variantId }], { anonymous: true }), { paymentOption: 'cod' }),
    );
    expect(await mails(cod.order.id)).toEqual(['guest_order.confirmation']);
    const subOrder = cod.order.vendors[0]?.id ?? '';
    expect(await mails(subOrder)).toEqual(['order.placed']);
  });
});

describe('an order that costs nothing', () => {
  it('is paid as it is placed, and cancelled without a refund', async () => {
    const { variantId: gift } = await vendorWithVariant(shop, { price: 0 });
    const cart = await readyCart(shop, [{ variantId: gift }]);
    const { order, payment } = data(await placeOrder(cart));
    expect(order).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', grandTotal: 0 });
    expect(payment).toMatchObject({ status: 'captured', action: { type: 'none' } });
    expect((await cart.http.post(`/store/orders/${order.id}/cancel`)).status).toBe(200);
    expect(await knex()('payments_refunds').where({ orderId: order.id })).toEqual([]);
  });
});

describe('an order is refused', () => {
  it('when the total is not the one that the buyer saw, naming the new one', async () => {
    const cart = await readyCart(shop, [{ variantId: otherVariantId }]);
    const response = await placeOrder(cart, { expectedTotal: 19_999 });
    expect([response.status, response.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(response.body.message).toContain('The total is now ₹200.00');
    expect(response.body.message).toContain('₹200.00');
    expect(await orderRows(cart.cart.id)).toEqual([]);
  });

  it('without address or e-mail, naming the field', async () => {
    const guest = await createBuyer(shop.container, { anonymous: true });
    const http = shop.http.as(guest.token);
    const cart = data(await http.post<{ id: string }>('/store/carts'));
    await http.post(`/store/carts/${cart.id}/items`, { variantId: otherVariantId });
    const place = (body: Row = {}) =>
      http.post(`/store/carts/${cart.id}/place-order`, {
        expectedTotal: 20_000,
        paymentOption: 'cod',
        ...body,
      });
    const paths = async (body?: Row) => (await place(body)).body.errors?.map((error) => error.path);
    expect(await paths()).toEqual(['body.email']);
    expect(await paths({ email: 'guest@example.com' })).toEqual(['cart.shippingAddress']);
    await http.put(`/store/carts/${cart.id}/addresses`, { shippingAddress: addressOf() });
    expect((await place({ email: 'guest@example.com' })).status).toBe(201);
  });

  it('of an empty cart, of one that was ordered, and of somebody else’s', async () => {
    const empty = await readyCart(shop, []);
    expect((await placeOrder(empty)).status).toBe(409);
    const cart = await readyCart(shop, [{ variantId: otherVariantId }]);
    expect((await placeOrder(cart, { paymentOption: 'cod' })).status).toBe(201);
    expect((await placeOrder(cart, { paymentOption: 'cod' })).status).toBe(409);
    const stranger = shop.http.as((await createBuyer(shop.container)).token);
    expect((await placeOrder({ ...cart, http: stranger })).status).toBe(404);
  });

  it('when something cannot be bought any more, naming it', async () => {
    const { variantId: last } = await vendorWithVariant(shop, { title: 'Last lamp', onHand: 1 });
    const [first, second] = [
      await readyCart(shop, [{ variantId: last }]),
      await readyCart(shop, [{ variantId: last }]),
    ];
    expect((await placeOrder(first)).status).toBe(201);
    const response = await placeOrder(second);
    expect([response.status, response.body.message]).toEqual([409, 'Last lamp is out of stock']);
  });

  it('for a way to pay that does not exist, is not enabled, or is not set up', async () => {
    const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
    const cart = await readyCart(shop, [{ variantId: otherVariantId }]);
    const unknown = await placeOrder(cart, { paymentOption: 'barter' });
    expect([unknown.status, unknown.body.errors?.[0]?.path]).toEqual([400, 'body.paymentOption']);
    expect((await placeOrder(cart, { paymentOption: 'stripe.card' })).status).toBe(409);
    data(
      await admin.patch('/admin/settings/admin', {
        'payment.enabled_providers': { web: ['cod', 'sandbox', 'stripe'], app: [] },
      }),
    );
    const unset = await placeOrder(cart, { paymentOption: 'stripe.card' });
    expect([unset.status, unset.body.errorCode, unset.body.message]).toEqual([
      409,
      'CONFLICT',
      'Payment option Stripe is not configured',
    ]);
    const app = await placeOrder(cart, { paymentOption: 'cod' }, { 'x-platform': 'APP' });
    expect(app.status).toBe(409);
    expect((await placeOrder(cart, { paymentOption: 'cod' }, { 'x-platform': 'fridge' })).status).toBe(400);
    expect((await placeOrder(cart, { paymentOption: 'cod' })).status).toBe(201);
    data(
      await admin.patch('/admin/settings/admin', {
        'payment.enabled_providers': { web: ['cod', 'sandbox'], app: ['cod', 'sandbox'] },
      }),
    );
  });
});

describe('the ways to pay', () => {
  it('are those that are enabled and set up, as the store shows them', async () => {
    const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
    data(
      await admin.patch('/admin/settings/store', {
        'checkout_payment.sandbox.title': 'Play money',
        'checkout_payment.cod.sort_order': 5,
      }),
    );
    const options = data(await shop.http.get<Row[]>('/store/checkout/options?platform=web'));
    expect(options.map(({ value, label }) => [value, label])).toEqual([
      ['sandbox', 'Play money'],
      ['cod', 'Cash on delivery'],
    ]);
    expect((await shop.http.get('/store/checkout/options?platform=fridge')).status).toBe(400);
  });
});

describe('a cart that is ordered and changed at the same moment', () => {
  it('is ordered as it was, or changed and not ordered', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ready = await readyCart(shop, [{ variantId }]);
      const item = { variantId: otherVariantId, quantity: 1 };
      const [placed, changed] = await Promise.all([
        placeOrder(ready, { paymentOption: 'cod' }),
        ready.http.post(`/store/carts/${ready.cart.id}/items`, item),
      ]);
      expect([placed.status, changed.status].filter((status) => status < 300)).toHaveLength(1);
      const items = (await knex()('carts_items').where({ cartId: ready.cart.id })) as Row[];
      expect(items).toHaveLength(placed.status === 201 ? 1 : 2);
      expect(await orderRows(ready.cart.id)).toHaveLength(placed.status === 201 ? 1 : 0);
    }
  });

  it('is ordered once, however many requests of their own order it', async () => {
    const ready = await readyCart(shop, [{ variantId }]);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => placeOrder(ready, { paymentOption: 'cod' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await orderRows(ready.cart.id)).toHaveLength(1);
  });
});

describe('the same request again', () => {
  it('20 equal place-order requests with one key: one order', async () => {
    const createdAtProvider = () =>
      shop.sandbox.requests().filter(({ method, path }) => method === 'POST' && path === '/v1/orders').length;
    const before = createdAtProvider();
    const cart = await readyCart(shop, [{ variantId }]);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => placeOrder(cart, {}, { 'idempotency-key': 'buy-once' })),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(201));
    const bodies = responses.map((response) => JSON.stringify(response.body.data));
    expect(new Set(bodies).size).toBe(1);
    expect(await orderRows(cart.cart.id)).toHaveLength(1);
    const placed = data(responses[0] as (typeof responses)[number]);
    expect(shop.sandbox.order(sandboxOrderOf(placed)).receipt).toBe(placed.payment.id);
    const payments = (await knex()('payments').where({ orderId: placed.order.id })) as Row[];
    expect(payments).toHaveLength(1);
    expect(createdAtProvider()).toBe(before + 1);
  });

  it('gets a response alike, and as the order reads afterwards', async () => {
    const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
    const tax = async (lines: unknown[]) =>
      data(await admin.patch('/admin/settings/admin', { 'tax.default_lines': lines }));
    await tax([{ type: 'GST', rate: 18 }]);
    for (const paymentOption of ['cod', 'sandbox']) {
      const cart = await readyCart(shop, [{ variantId, quantity: 3 }, { variantId: otherVariantId }]);
      const key = { 'idempotency-key': `alike-${paymentOption}` };
      const first = data(await placeOrder(cart, { paymentOption }, key));
      expect(first.order).toMatchObject({ taxTotal: 30_600 });
      expect(data(await placeOrder(cart, { paymentOption }, key))).toEqual(first);
      expect(data(await cart.http.get(`/store/orders/${first.order.id}`))).toEqual(first.order);
      const read = data(
        await admin.get<{ placedAt: string; payments: Row[] }>(`/admin/orders/${first.order.id}`),
      );
      expect(read.payments).toMatchObject([{ id: first.payment.id, createdAt: read.placedAt }]);
    }
    await tax([]);
  });

  it('with another body is 409, and one that was refused may be sent again', async () => {
    const cart = await readyCart(shop, [{ variantId: otherVariantId }]);
    const key = { 'idempotency-key': 'try-again' };
    expect((await placeOrder(cart, { expectedTotal: 1 }, key)).status).toBe(409);
    expect((await placeOrder(cart, { paymentOption: 'cod' }, key)).status).toBe(201);
    expect((await placeOrder(cart, { paymentOption: 'sandbox' }, key)).status).toBe(409);
    expect((await placeOrder(cart, { paymentOption: 'cod' }, key)).status).toBe(201);
  });

  it('gets the order that there is, when this one was undone while an equal one placed it', async () => {
    const { container } = shop;
    const ready = await readyCart(shop, [{ variantId: otherVariantId }]);
    const { buyer, cart } = ready;
    const ordered: PlacedResponse[] = [];
    const unitOfWork: UnitOfWork = {
      ...container.unitOfWork,
      // As after a deadlock: what was done is undone, and the second attempt finds the response of somebody else.
      async runOnce(ctx, work) {
        const undone = container.unitOfWork.run(ctx, async (tx) => {
          await work(tx);
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
        const other = data(await placeOrder(ready, { paymentOption: 'cod' }));
        ordered.push(other);
        return { orderId: other.order.id, paymentId: other.payment.id } as never;
      },
    };
    const checkout = createCheckout({ ...container, unitOfWork });
    const ctx = { ...systemContext({ name: 'test' }, new Date()), userId: buyer.userId, email: buyer.email };
    const input = {
      cartId: cart.id,
      expectedTotal: cart.totals.grandTotal,
      paymentOption: 'cod',
      platform: 'WEB' as const,
    };
    const { order } = await checkout.placeOrder(ctx, input);
    expect([order.id]).toEqual(ordered.map((other) => other.order.id));
    expect(await orderRows(cart.id)).toHaveLength(1);
  });
});

describe('a provider in trouble', () => {
  it('that is down leaves the order standing, and the payment to be started again', async () => {
    const cart = await readyCart(shop, [{ variantId }]);
    shop.sandbox.control({ failNext: 1 });
    const placed = data(await placeOrder(cart));
    expect(placed.order.status).toBe('pending_payment');
    expect(placed.payment).toMatchObject({ status: 'pending', action: { type: 'none' } });

    const path = `/store/orders/${placed.order.id}/payments`;
    const started = data(await cart.http.post<PlacedResponse>(path, {}));
    expect(started.payment).toMatchObject({ id: placed.payment.id, action: { type: 'redirect' } });
    const again = data(await cart.http.post<PlacedResponse>(path, {}));
    expect(again.payment).toEqual(started.payment);
    const stranger = shop.http.as((await createBuyer(shop.container)).token);
    expect((await stranger.post(path, {})).status).toBe(404);
  });

  it('that refuses counts as a declined attempt', async () => {
    const cart = await readyCart(shop, [{ variantId }]);
    shop.sandbox.control({ refuseOrders: true });
    const placed = data(await placeOrder(cart));
    shop.sandbox.resetControls();
    expect(placed.order).toMatchObject({ status: 'pending_payment', paymentStatus: 'failed' });
    expect(placed.payment).toMatchObject({ status: 'failed', action: { type: 'none' } });
    // Paying in another way still works.
    const path = `/store/orders/${placed.order.id}/payments`;
    const other = data(await cart.http.post<PlacedResponse>(path, { paymentOption: 'cod' }));
    expect(other.order).toMatchObject({ status: 'confirmed', paymentStatus: 'unpaid' });
    expect((await cart.http.post(path, { paymentOption: 'cod' })).status).toBe(409);
  });
});
