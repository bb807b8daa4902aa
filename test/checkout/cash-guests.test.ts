import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isNoAddress, isOneLine } from '#domain/_shared/one-line.js';
import { placeOf } from '#domain/checkout/cash-orders.js';
import { createSession } from '../_support/accounts.js';
import { createBuyer } from '../_support/orders.js';
import { mailsTo } from '../_support/mails.js';
import {
  data,
  placeOrder,
  readyCart,
  type ReadyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { addressOf } from '../_support/vendors.js';

let shop: TestShop;
let variantId: string;
let place = 0;

beforeAll(async () => {
  shop = await startShop();
  ({ variantId } = await vendorWithVariant(shop, { price: 10_000, onHand: 10_000 }));
});
afterAll(() => shop.stop());
beforeEach(async () => {
  place += 100;
  await allow('always');
});

async function allow(guests: string): Promise<void> {
  const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
  data(await admin.patch('/admin/settings/admin', { 'checkout.cod_guests': guests }));
}

const street = (number: number, spelling = `${place + number}, MG Road`) => ({
  ...addressOf(),
  line1: spelling,
});

async function guestCart(email: string, address = street(0), quantity = 1): Promise<ReadyCart> {
  const ready = await readyCart(shop, [{ variantId, quantity }], { anonymous: true });
  const { body } = await ready.http.put<ReadyCart['cart']>(`/store/carts/${ready.cart.id}/addresses`, {
    email,
    shippingAddress: address,
  });
  return { ...ready, cart: body.data };
}
const cash = async (cart: ReadyCart) => placeOrder(cart, { paymentOption: 'cod' });
async function reasonOf(cart: ReadyCart): Promise<string> {
  const { status, body } = await cash(cart);
  return status === 201 ? 'placed' : (body as unknown as { reason: string }).reason;
}

describe('orders on delivery without an account', () => {
  it('are at most three open ones for an e-mail address, and for a place however it is spelled', async () => {
    for (const n of [1, 2, 3])
      expect(await reasonOf(await guestCart(`same${place}@example.com`, street(n)))).toBe('placed');
    expect(await reasonOf(await guestCart(`same${place}@example.com`, street(4)))).toBe(
      'checkout.cash_open_orders',
    );
    const spellings = [`${place}, M.G. Road`, `${place} MG ROAD`, `${place} m g road.`];
    for (const [n, line1] of spellings.entries())
      expect(await reasonOf(await guestCart(`p${place}-${n}@example.com`, street(0, line1)))).toBe('placed');
    expect(await reasonOf(await guestCart(`p${place}-9@example.com`, street(0)))).toBe(
      'checkout.cash_open_orders',
    );
    // Paid in advance it goes on.
    const paid = await guestCart(`same${place}@example.com`, street(0));
    expect((await placeOrder(paid)).status).toBe(201);
    // And through the payment of an order that waits for one it does not.
    const { order } = data(await placeOrder(await guestCart(`same${place}@example.com`, street(0))));
    const again = await paid.http.post(`/store/orders/${order.id}/payments`, { paymentOption: 'cod' });
    expect(again.status).toBe(404);
  });

  it('cannot be reached by choosing another way to pay afterwards', async () => {
    const email = `later${place}@example.com`;
    for (const n of [1, 2, 3]) expect(await reasonOf(await guestCart(email, street(n)))).toBe('placed');
    const cart = await guestCart(email, street(5));
    const { order } = data(await placeOrder(cart));
    const { status, body } = await cart.http.post(`/store/orders/${order.id}/payments`, {
      paymentOption: 'cod',
    });
    expect([status, (body as { reason?: string }).reason]).toEqual([409, 'checkout.cash_open_orders']);
  });

  it('are at most twenty pieces a day; a cancelled order counts no more', async () => {
    const email = `pieces${place}@example.com`;
    expect(await reasonOf(await guestCart(email, street(1), 21))).toBe('checkout.cash_pieces');
    const first = await guestCart(email, street(1), 15);
    const { order } = data(await cash(first));
    expect(await reasonOf(await guestCart(email, street(2), 6))).toBe('checkout.cash_pieces');
    await first.http.post(`/store/orders/${order.id}/cancel`, {});
    expect(await reasonOf(await guestCart(email, street(2), 6))).toBe('placed');
  });

  it('are three when ten are placed at once', async () => {
    const carts = await Promise.all(
      Array.from({ length: 10 }, (_, n) => guestCart(`race${place}@example.com`, street(n))),
    );
    const reasons = await Promise.all(carts.map(reasonOf));
    expect(reasons.filter((reason) => reason === 'placed')).toHaveLength(3);
    expect(new Set(reasons)).toEqual(new Set(['placed', 'checkout.cash_open_orders']));
  });

  it('are not limited for the owner of an account, but are where mails go to somebody else', async () => {
    const buyer = await createBuyer(shop.container);
    const own = async (email?: string) => {
      const cart = await readyCart(shop, [{ variantId, quantity: 30 }], { buyer });
      const { status, body } = await placeOrder(cart, { paymentOption: 'cod', ...(email && { email }) });
      return status === 201 ? 'placed' : (body as unknown as { reason: string }).reason;
    };
    for (let n = 0; n < 5; n += 1) expect(await own()).toBe('placed');
    expect(await own(`stranger${place}@example.com`)).toBe('checkout.cash_pieces');
  });

  it('are refused to guests where the store says never', async () => {
    await allow('never');
    expect(await reasonOf(await guestCart(`never${place}@example.com`))).toBe('checkout.cash_not_for_guests');
  });

  it('take a confirmed e-mail address where the store says verified', async () => {
    await allow('verified');
    const email = `proof${place}@example.com`;
    const cart = await guestCart(email);
    expect(await reasonOf(cart)).toBe('checkout.cash_needs_proof');
    const base = `/store/carts/${cart.cart.id}/email`;
    expect((await cart.http.post(`${base}/code`)).body.data).toEqual({ sentTo: email });
    const [mail] = await mailsTo(shop.container, email);
    const code = String(mail?.variables?.['code']);
    const wrong = code === '000000' ? '111111' : '000000';
    expect((await cart.http.post(`${base}/confirm`, { code: wrong })).status).toBe(409);
    const confirmed = await cart.http.post<{ emailConfirmed: boolean }>(`${base}/confirm`, { code });
    expect(confirmed.body.data.emailConfirmed).toBe(true);
    expect(await reasonOf(cart)).toBe('placed');
  });

  it('is proven for one address only, within five tries, by the newest code', async () => {
    const email = `tries${place}@example.com`;
    const cart = await guestCart(email);
    const base = `/store/carts/${cart.cart.id}/email`;
    await cart.http.post(`${base}/code`);
    const [mail] = await mailsTo(shop.container, email);
    const code = String(mail?.variables?.['code']);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let n = 0; n < 5; n += 1) await cart.http.post(`${base}/confirm`, { code: wrong });
    expect((await cart.http.post(`${base}/confirm`, { code })).status).toBe(409);
    for (let n = 0; n < 4; n += 1) expect((await cart.http.post(`${base}/code`)).status).toBe(202);
    expect((await cart.http.post(`${base}/code`)).status).toBe(429);
    const codes = await mailsTo(shop.container, email);
    const last = String(codes.at(-1)?.variables?.['code']);
    await cart.http.put(`/store/carts/${cart.cart.id}/addresses`, { email: `other${place}@example.com` });
    expect((await cart.http.post(`${base}/confirm`, { code: last })).status).toBe(409);
    await cart.http.put(`/store/carts/${cart.cart.id}/addresses`, { email });
    expect(
      (await cart.http.post<{ emailConfirmed: boolean }>(`${base}/confirm`, { code: last })).body.data,
    ).toMatchObject({ emailConfirmed: true });
    const moved = await cart.http.put<{ emailConfirmed: boolean }>(`/store/carts/${cart.cart.id}/addresses`, {
      email: `other${place}@example.com`,
    });
    expect(moved.body.data.emailConfirmed).toBe(false);
  });
});

describe('names and lines', () => {
  it('hold no web address and no control character', async () => {
    const cart = await readyCart(shop, [{ variantId }], { anonymous: true });
    const put = async (fields: object) =>
      (
        await cart.http.put(`/store/carts/${cart.cart.id}/addresses`, {
          shippingAddress: { ...addressOf(), ...fields },
        })
      ).status;
    expect(await put({ name: 'Win at www.evil.example' })).toBe(400);
    expect(await put({ name: 'evil.com' })).toBe(400);
    expect(await put({ line1: 'one\nBcc: all@example.com' })).toBe(400);
    expect(await put({ city: 'Pune\u0007' })).toBe(400);
    expect(await put({ name: 'Dr. A.P.J. Abdul Kalam', line1: '12/3, St. Mary’s Rd.' })).toBe(200);
    const names = ['Asha Rao', 'M/s Sharma & Co.', 'S.K. Iyer', 'नमिता राव', 'Jean-Luc O’Neill Jr.'];
    expect(names.filter((name) => !isNoAddress(name) || !isOneLine(name))).toEqual([]);
    const links = ['http://a.b', 'see evil.shop now', 'bit.ly/x', 'WWW.X.Y', 'get.in/free'];
    expect(links.filter(isNoAddress)).toEqual([]);
  });

  it('of one place are one', () => {
    expect(placeOf({ ...addressOf(), line1: '12, M.G. Road' })).toBe(
      placeOf({ ...addressOf(), line1: '12 mg road' }),
    );
  });
});
