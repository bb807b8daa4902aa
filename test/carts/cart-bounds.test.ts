import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMergeCarts } from '#api/carts/merge-carts.js';
import { systemContext } from '#domain/_shared/context.js';
import { MAX_CART_QUANTITY } from '#domain/carts/cart.js';
import { createBuyer, createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type CartResponse, data, placeOrder, readyCart, vendorWithVariant } from '../_support/shop.js';

const HIGHEST_PRICE = 2_147_483_647;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const plenty = { onHand: 2_000_000_000 };
const itemsOf = (cart: CartResponse) => `/store/carts/${cart.id}/items`;

async function reread({ http, cart }: Awaited<ReturnType<typeof readyCart>>): Promise<CartResponse> {
  return data(await http.get<CartResponse>(`/store/carts/${cart.id}`));
}

describe('the most pieces of an item', () => {
  it('hold for what is added bit by bit, also all at once', async () => {
    const { variantId } = await vendorWithVariant(platform, plenty);
    const cart = await readyCart(platform, []);
    const responses = await Promise.all(
      Array.from({ length: 15 }, () => cart.http.post(itemsOf(cart.cart), { variantId, quantity: 10_000 })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(201),
      ...Array<number>(5).fill(400),
    ]);
    expect(responses.find(({ status }) => status === 400)?.body.errors).toEqual([
      {
        path: 'body.quantity',
        code: 'quantity_above_maximum',
        message: expect.stringContaining(`At most ${MAX_CART_QUANTITY} pieces`),
      },
    ]);
    expect((await reread(cart)).lines.map(({ quantity }) => quantity)).toEqual([MAX_CART_QUANTITY]);
  });

  it('hold for carts that become one', async () => {
    const { variantId } = await vendorWithVariant(platform, plenty);
    const user = await createBuyer(platform.container);
    const items = [{ variantId, quantity: MAX_CART_QUANTITY }];
    await readyCart(platform, items, { buyer: user });
    const guest = await readyCart(platform, items, { anonymous: true });
    const ctx = systemContext({ name: 'test' }, new Date());
    await createMergeCarts(platform.container)(ctx, guest.buyer.userId, user.userId);
    const merged = data(
      await platform.http.as(user.token).get<CartResponse>(`/store/carts/${guest.cart.id}`),
    );
    expect(merged.lines.map(({ quantity }) => quantity)).toEqual([MAX_CART_QUANTITY]);
  });

  it('do not make a cart unreadable that holds more from before', async () => {
    const { variantId } = await vendorWithVariant(platform, { ...plenty, price: HIGHEST_PRICE });
    const cart = await readyCart(platform, [{ variantId }]);
    const quantity = HIGHEST_PRICE;
    await platform.container.knex('carts_items').where({ cartId: cart.cart.id }).update({ quantity });
    const read = await reread(cart);
    expect(read).toMatchObject({ canPlaceOrder: false, totals: { grandTotal: 0 } });
    const [line] = read.lines;
    data(await cart.http.patch(`${itemsOf(cart.cart)}/${line?.id}`, { quantity: 1 }));
    expect((await reread(cart)).canPlaceOrder).toBe(true);
  });
});

describe('the most that a cart comes to', () => {
  it('is held at the highest price and quantity, and what is refused leaves the cart as it was', async () => {
    const { vendor, variantId } = await vendorWithVariant(platform, { ...plenty, price: HIGHEST_PRICE });
    const other = await createSellableVariant(platform.container, vendor.vendorId, {
      ...plenty,
      price: HIGHEST_PRICE,
    });
    const cart = await readyCart(platform, [{ variantId, quantity: MAX_CART_QUANTITY }]);
    const add = (quantity: number) =>
      cart.http.post<CartResponse>(itemsOf(cart.cart), { variantId: other.variantId, quantity });
    expect(await add(MAX_CART_QUANTITY)).toMatchObject({
      status: 409,
      body: { errorCode: 'CONFLICT', message: expect.stringContaining('more than can be ordered at once') },
    });
    const added = data(await add(1_000));
    expect(added.totals.grandTotal).toBe(HIGHEST_PRICE * 101_000);
    const path = `${itemsOf(cart.cart)}/${added.lines[1]?.id}`;
    expect((await cart.http.patch(path, { quantity: MAX_CART_QUANTITY })).status).toBe(409);
    expect((await reread(cart)).totals.grandTotal).toBe(HIGHEST_PRICE * 101_000);
  });

  it('may be passed by prices that rise: the cart stays readable and is not ordered', async () => {
    const { vendor, variantId } = await vendorWithVariant(platform, { ...plenty, price: 1 });
    const other = await createSellableVariant(platform.container, vendor.vendorId, { ...plenty, price: 1 });
    const ids = [variantId, other.variantId];
    const cart = await readyCart(
      platform,
      ids.map((id) => ({ variantId: id, quantity: MAX_CART_QUANTITY })),
    );
    await platform.container.knex('products_variants').whereIn('id', ids).update({ price: HIGHEST_PRICE });
    const read = await reread(cart);
    expect(read.totals.grandTotal).toBe(HIGHEST_PRICE * MAX_CART_QUANTITY);
    expect(read.warnings).toContainEqual(
      expect.objectContaining({ code: 'amount_above_maximum', blocking: true }),
    );
    expect((await placeOrder({ ...cart, cart: read })).status).toBe(409);
    data(await cart.http.delete(`${itemsOf(read)}/${read.lines[1]?.id}`));
    expect((await reread(cart)).canPlaceOrder).toBe(true);
  });
});
