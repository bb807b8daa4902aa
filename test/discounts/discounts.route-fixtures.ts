import { newId } from '#lib/ids.js';
import { createDiscount } from '../_support/discounts.js';
import { createSellableVariant } from '../_support/orders.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** A cart of the world's customer with one item, and a coupon that applies to it. */
async function cartAndCoupon({ container, world }: Parameters<MakeFixture>[0], held: boolean) {
  const { id, code } = await createDiscount(container);
  const { variantId } = await createSellableVariant(container, world.vendor.vendorId);
  const cartId = newId();
  const { userId } = world.customer;
  await container.knex('carts').insert({ id: cartId, userId, couponIds: held ? [id] : [] });
  await container.knex('carts_items').insert({ cartId, variantId, quantity: 1 });
  return { cartId, code };
}

/** A percentage is at most 100; what is more is an amount. */
const fitValue = (json: unknown) => {
  const { value } = json as { value?: unknown };
  return typeof value === 'number' && value > 100 ? { ...(json as object), discountType: 'FIXED' } : json;
};

export const discountsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /store/carts/:cartId/coupons': async (at) => {
    const { cartId, code } = await cartAndCoupon(at, false);
    const fit = async (json: unknown) => {
      const sent = (json as { code?: unknown }).code;
      if (typeof sent === 'string' && sent !== code)
        await createDiscount(at.container, { code: sent.trim().toUpperCase() });
      return json;
    };
    return { params: { cartId }, body: { code }, fit };
  },
  'POST /admin/discounts': () => Promise.resolve({ fit: fitValue }),
  'PATCH /admin/discounts/:id': () => Promise.resolve({ fit: fitValue }),
  'DELETE /store/carts/:cartId/coupons/:code': async (at) => ({ params: await cartAndCoupon(at, true) }),
};
