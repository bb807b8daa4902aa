import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { vendorWithVariant } from '../_support/shop.js';
import { addressOf } from '../_support/vendors.js';

const BUYERS = 200;
const UNITS = 50;
const PRICE = 49_900;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

/** A buyer with a cart of one piece, written straight into the tables: it is the ordering that is looked at. */
async function buyerWithCart(variantId: string): Promise<{ token: string; cartId: string }> {
  const { container } = platform;
  const { userId, token, email } = await createBuyer(container);
  const cartId = newId();
  const shippingAddress = JSON.stringify(addressOf());
  await container.knex('carts').insert({ id: cartId, userId, email, shippingAddress });
  await container.knex('carts_items').insert({ cartId, variantId, quantity: 1, unitPriceSeen: PRICE });
  return { token, cartId };
}

describe('a run on the last pieces', () => {
  it('200 buyers for 50 units: exactly 50 orders', async () => {
    const { knex } = platform.container;
    const { variantId } = await vendorWithVariant(platform, { onHand: UNITS, price: PRICE });
    const carts = await Promise.all(Array.from({ length: BUYERS }, () => buyerWithCart(variantId)));
    const responses = await Promise.all(
      carts.map(({ token, cartId }) =>
        platform.http
          .as(token)
          .post(`/store/carts/${cartId}/place-order`, { expectedTotal: PRICE, paymentOption: 'cod' }),
      ),
    );

    const count = (status: number) => responses.filter((response) => response.status === status).length;
    expect([count(201), count(409)]).toEqual([UNITS, BUYERS - UNITS]);
    const [orders] = (await knex('orders').count({ n: '*' })) as { n: number }[];
    expect(orders?.n).toBe(UNITS);
    expect(await knex('inventory_levels').where({ variantId }).first('onHand', 'reserved')).toEqual({
      onHand: UNITS,
      reserved: UNITS,
    });
    const refusals = responses.filter(({ status }) => status === 409);
    expect(new Set(refusals.map(({ body }) => body.errorCode))).toEqual(new Set(['CONFLICT']));
  });
});
