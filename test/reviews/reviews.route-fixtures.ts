import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { createBuyer } from '../_support/orders.js';
import { newId } from '#lib/ids.js';
import { deliverProduct } from './delivered-product.js';

/** Each request is of its own buyer, who has received the product. */
const delivered: MakeFixture = async ({ container, fixtures }) => {
  const buyer = await createBuyer(container);
  const productId = fixtures.idOf('product');
  await deliverProduct(container, { buyer, productId, vendorId: fixtures.vendor.vendorId });
  return { token: buyer.token };
};

/** An approved review of the vendor's product: vendors see no others. */
const approved: MakeFixture = async ({ container, fixtures }) => {
  const { userId } = await createBuyer(container);
  const id = newId();
  const row = { id, productId: fixtures.idOf('product'), userId, rating: 4 };
  await container.knex('reviews').insert({ ...row, status: 'approved', moderatedAt: new Date() });
  return { params: { id } };
};

export const reviewsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /store/products/:productId/reviews': delivered,
  'POST /vendor/reviews/:id/reply': approved,
};
