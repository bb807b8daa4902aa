import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderedVariants, reorderLine, withinCart, type ReorderedLine } from '#domain/carts/reorder.js';
import { MAX_CART_ITEMS } from '#domain/carts/cart.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Cart {
  id: string;
  status: string;
  lines: { variantId: string; quantity: number; unitPrice: number }[];
}
interface Reordered {
  cart: Cart;
  lines: ReorderedLine[];
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const line = (title: string, quantity: number, unitPrice = 10_000) => ({ title, quantity, unitPrice });

/** An old order of a buyer, with its variants by their titles. */
async function ordered(...lines: ReturnType<typeof line>[]) {
  const order = await createConfirmedOrder(platform.container, { vendors: [{}], lines });
  const variants = new Map(order.written.lines.map(({ title, variantId }) => [title, variantId]));
  const idOf = (title: string) => variants.get(title) ?? '';
  return { order, idOf, http: platform.http.as(order.buyer.token) };
}

const again = (http: HttpClient, { orderId }: Pick<TestOrder, 'orderId'>, body: object = {}) =>
  http.post<Reordered>(`/store/orders/${orderId}/reorder`, body);

const setStock = (variantId: string, onHand: number) =>
  platform.container.knex('inventory_levels').where({ variantId }).update({ onHand, reserved: 0 });
const setVariant = (id: string, fields: object) =>
  platform.container.knex('products_variants').where({ id }).update(fields);

const outcomes = ({ lines }: Reordered) =>
  lines.map(({ title, outcome, reason, addedQuantity, price }) => [
    title,
    outcome,
    reason,
    addedQuantity,
    price,
  ]);
const inCart = ({ cart }: Reordered) => cart.lines.map(({ variantId, quantity }) => [variantId, quantity]);

describe('an order placed again', () => {
  it('says of each line what is in the cart, what costs something else, and what is not sold and why', async () => {
    const { order, idOf, http } = await ordered(
      line('as before', 2),
      line('dearer', 1),
      line('few left', 5),
      line('sold out', 1),
      line('deleted', 1),
      line('withdrawn', 1),
      line('at most two', 3),
    );
    await setVariant(idOf('dearer'), { price: 12_500 });
    await setStock(idOf('few left'), 3);
    await setStock(idOf('sold out'), 0);
    await setVariant(idOf('deleted'), { deletedAt: new Date() });
    await setVariant(idOf('withdrawn'), { price: null });
    await setVariant(idOf('at most two'), { maxQuantityPerCart: 2 });
    const response = await again(http, order);
    expect(response.status).toBe(200);
    const { data } = response.body;
    expect(outcomes(data)).toEqual([
      ['as before', 'added', null, 2, 10_000],
      ['dearer', 'added', null, 1, 12_500],
      ['few left', 'reduced', 'out_of_stock', 3, 10_000],
      ['sold out', 'not_available', 'out_of_stock', 0, null],
      ['deleted', 'not_available', 'deleted', 0, null],
      ['withdrawn', 'not_available', 'not_available', 0, null],
      ['at most two', 'reduced', 'quantity_above_maximum', 2, 10_000],
    ]);
    expect(data.lines[1]).toMatchObject({ priceChanged: true, orderedPrice: 10_000, price: 12_500 });
    expect(inCart(data)).toEqual([
      [idOf('as before'), 2],
      [idOf('dearer'), 1],
      [idOf('few left'), 3],
      [idOf('at most two'), 2],
    ]);
  });

  it('adds nothing twice: neither when repeated, nor on top of what the cart has', async () => {
    const { order, idOf, http } = await ordered(line('lamp', 2), line('shawl', 3));
    const cart = (await http.post<Cart>('/store/carts', {})).body.data;
    await http.post(`/store/carts/${cart.id}/items`, { variantId: idOf('lamp'), quantity: 5 });
    await http.post(`/store/carts/${cart.id}/items`, { variantId: idOf('shawl'), quantity: 1 });
    const wanted = [
      [idOf('lamp'), 5],
      [idOf('shawl'), 3],
    ];
    for (const body of [{}, { cartId: cart.id }, {}]) {
      const { data } = (await again(http, order, body)).body;
      expect([data.cart.id, inCart(data)]).toEqual([cart.id, wanted]);
    }
  });

  it('fills one cart when it is clicked many times at once', async () => {
    const { order, idOf, http } = await ordered(line('lamp', 2), line('shawl', 3));
    const clicks = await Promise.all(Array.from({ length: 6 }, () => again(http, order)));
    expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 200));
    expect(new Set(clicks.map(({ body }) => body.data.cart.id)).size).toBe(1);
    const carts = await platform.container.knex('carts').where({ userId: order.buyer.userId });
    expect(carts).toHaveLength(1);
    const last = await again(http, order);
    expect(inCart(last.body.data)).toEqual([
      [idOf('lamp'), 2],
      [idOf('shawl'), 3],
    ]);
  });

  it('is one of the buyer, into a cart of the buyer that is still open', async () => {
    const { order, http } = await ordered(line('lamp', 1));
    const stranger = platform.http.as((await createBuyer(platform.container)).token);
    expect((await again(stranger, order)).status).toBe(404);
    const foreign = (await stranger.post<Cart>('/store/carts', {})).body.data;
    expect((await again(http, order, { cartId: foreign.id })).status).toBe(404);
    const own = (await http.post<Cart>('/store/carts', {})).body.data;
    await platform.container.knex('carts').where({ id: own.id }).update({ status: 'merged' });
    expect((await again(http, order, { cartId: own.id })).status).toBe(409);
    expect(await platform.container.knex('carts_items').where({ cartId: own.id })).toEqual([]);
  });
});

describe('the rules', () => {
  const variant = {
    variantId: 'v',
    productId: 'p',
    title: 'Lamp',
    variantTitle: null,
    thumbnail: null,
    quantity: 2,
    unitPrice: 100,
  };

  it('takes lines of one variant together, and leaves out the gift of an offer', () => {
    const bought = { ...variant, lineSubtotal: 200, discountTotal: 0 };
    const gift = { ...bought, variantId: 'gift', discountTotal: 200 };
    const discounts = [{ terms: { offer: { giftVariantId: 'gift' } } }] as never;
    expect(orderedVariants([bought, gift, bought], discounts)).toEqual([{ ...variant, quantity: 4 }]);
    expect(orderedVariants([{ ...gift, discountTotal: 20 }], discounts)).toHaveLength(1);
  });

  it('leaves out what a full cart has no room for', () => {
    const sold = {
      item: {
        available: 9,
        trackInventory: true,
        allowBackorder: false,
        maxQuantity: null,
        minQuantity: null,
      },
      price: 100,
      warnings: [],
    } as never;
    const found = ['a', 'b', 'c'].map((variantId) => reorderLine({ ...variant, variantId }, sold));
    const had = new Map(
      Array.from({ length: MAX_CART_ITEMS - 1 }, (_, index) => [index === 0 ? 'a' : `${index}`, 1]),
    );
    const lines = withinCart(found, had);
    expect(lines.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['added', null],
      ['added', null],
      ['not_available', 'cart_full'],
    ]);
  });
});
