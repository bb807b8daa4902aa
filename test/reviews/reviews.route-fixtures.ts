import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { createBuyer } from '../_support/orders.js';
import { deliverProduct } from './delivered-product.js';

/** Each request is of its own buyer, who has received the product. */
const delivered: MakeFixture = async ({ container, fixtures }) => {
  const buyer = await createBuyer(container);
  const productId = fixtures.idOf('product');
  await deliverProduct(container, { buyer, productId, vendorId: fixtures.vendor.vendorId });
  return { token: buyer.token };
};

export const reviewsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /store/products/:productId/reviews': delivered,
};
