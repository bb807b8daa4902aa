import { offerDefaults } from '#domain/discounts/offer.js';
import { newId } from '#lib/ids.js';
import { createDiscount } from '../_support/discounts.js';
import { createSellableVariant } from '../_support/orders.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** A cart of the world's customer with one item, and a coupon that applies to it. */
async function cartAndCoupon({ container, fixtures }: Parameters<MakeFixture>[0], held: boolean) {
  const { id, code } = await createDiscount(container);
  const { variantId } = await createSellableVariant(container, fixtures.vendor.vendorId);
  const cartId = newId();
  const { userId } = fixtures.customer;
  await container.knex('carts').insert({ id: cartId, userId, couponIds: held ? [id] : [] });
  await container.knex('carts_items').insert({ cartId, variantId, quantity: 1 });
  return { cartId, code };
}

const entities = {
  ...({ variants: 'productVariant', categories: 'category', brands: 'brand' } as const),
  ...({ tags: 'tag', ingredients: 'ingredient', vendors: 'vendor' } as const),
};

const sentOffer = { kind: 'TIERS', tierBasis: 'AMOUNT', tiers: [{ from: 1, value: 5 }] };

/** An offer of the kind that has the fields that are sent. */
function consistentOffer(sent: Record<string, unknown>, variantId: () => string): object {
  const { priority, combinesWith, buyQuantity, getQuantity, giftVariantId, tiers } = sent;
  const shared = {
    ...(priority !== undefined && { priority }),
    ...(combinesWith !== undefined && { combinesWith }),
  };
  if (giftVariantId)
    return { ...shared, kind: 'GIFT', buyQuantity: 1, getQuantity: 1, giftVariantId: variantId() };
  if (buyQuantity != null || getQuantity != null)
    return { ...shared, kind: 'BUY_X_GET_Y', buyQuantity: buyQuantity ?? 1, getQuantity: getQuantity ?? 1 };
  if (!Array.isArray(tiers) || tiers.length === 0) return { ...sentOffer, ...shared };
  // Tiers ascend.
  const ascending = (tiers as { from: unknown }[]).map((tier, index) =>
    index > 0 && typeof tier.from === 'number' ? { ...tier, from: index + 1 } : tier,
  );
  const first = tiers.length > 1 ? [{ ...ascending[0], from: 1 }] : ascending.slice(0, 1);
  return { ...shared, ...sentOffer, tiers: [...first, ...ascending.slice(1)] };
}

const sentCodes = new Set<string>();

/** Entries name rows that are there, and what is more than 100 percent is an amount. */
const consistent: MakeFixture = async ({ container, fixtures }) => {
  for (const entity of Object.values(entities)) await fixtures.make(entity);
  const fit = async (json: unknown) => {
    const body: Record<string, unknown> = { ...(json as object) };
    for (const [dimension, entity] of Object.entries(entities)) {
      const entries = body[dimension];
      if (Array.isArray(entries))
        body[dimension] = (entries as object[]).map((entry) => ({ ...entry, id: fixtures.idOf(entity) }));
    }
    const { customerUserIds: users, value, code } = body;
    if (typeof code === 'string') {
      // Requests side by side come with the same sample, and a code can be of one discount alone.
      if (sentCodes.has(code)) body['code'] = `C-${newId().slice(-12)}`.toUpperCase();
      sentCodes.add(code);
      // Of short texts there are few: an earlier test may have taken it.
      await container.knex('discounts').where('code', String(body['code'])).delete();
    }
    if (Array.isArray(users)) body['customerUserIds'] = users.map(() => fixtures.customer.userId);
    if (typeof value === 'number' && value > 100) body['discountType'] = 'FIXED';
    // A cap is of a percentage, and a percent of sale items needs the exclusion.
    if (typeof body['maxDiscountAmount'] === 'number')
      Object.assign(body, { discountType: 'PERCENTAGE', value: 10 });
    if (typeof body['excludeSaleItemsOverPercent'] === 'number') body['excludeSaleItems'] = true;
    const { offer } = body;
    if (offer !== null && typeof offer === 'object') {
      body['offer'] = consistentOffer(offer as Record<string, unknown>, () =>
        fixtures.idOf('productVariant'),
      );
      const { tiers, kind } = body['offer'] as { tiers?: { value?: unknown }[]; kind: string };
      if (tiers?.some((tier) => Number(tier.value) > 100)) body['discountType'] = 'FIXED';
      if (body['discountType'] === 'FIXED' || kind !== 'TIERS') delete body['maxDiscountAmount'];
      if (kind !== 'TIERS') body['value'] = 5;
      // Fifty offers can be active, and they are not suggested.
      Object.assign(body, { isActive: false, showOnCart: false, individualUsageOnly: false });
    }
    return body;
  };
  return { fit };
};

/** A coupon never becomes an offer, so that what is changed is one. */
const consistentChange: MakeFixture = async (at) => {
  const { fit: fitBody } = await consistent(at);
  const stored = JSON.stringify({ ...offerDefaults, ...sentOffer });
  const fit = async (json: unknown) => {
    await at.container
      .knex('discounts')
      .where({ id: at.fixtures.idOf('discount') })
      .update({ offer: stored, showOnCart: false, individualUsageOnly: false, maxDiscountAmount: null });
    const { offer, ...body } = json as { offer?: unknown };
    return fitBody?.({ ...body, offer: offer ?? sentOffer });
  };
  return { fit };
};

export const discountsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /store/carts/:cartId/coupons': async (at) => {
    const { cartId, code } = await cartAndCoupon(at, false);
    const fit = async (json: unknown) => {
      const sent = (json as { code?: unknown }).code;
      const wanted = typeof sent === 'string' ? sent.trim().toUpperCase() : code;
      const known: unknown = await at.container.knex('discounts').where({ code: wanted }).first('id');
      if (!known) await createDiscount(at.container, { code: wanted });
      return json;
    };
    return { params: { cartId }, body: { code }, fit };
  },
  'POST /admin/discounts/:id/explain': async (at) => {
    const { cartId } = await cartAndCoupon(at, false);
    return { body: { cartId }, fit: (json) => ({ ...(json as object), cartId }) };
  },
  'POST /admin/discounts': consistent,
  'PATCH /admin/discounts/:id': consistentChange,
  'POST /admin/discounts/:id/codes': async ({ container }) => {
    const { id } = await createDiscount(container);
    // Each request is the first of its discount, so that the most codes fit.
    const fit = async (json: unknown) => {
      await container.knex('discounts_codes').where({ discountId: id }).delete();
      return json;
    };
    return { params: { id }, fit };
  },
  'DELETE /store/carts/:cartId/coupons/:code': async (at) => ({ params: await cartAndCoupon(at, true) }),
};
