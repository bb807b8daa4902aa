import type { Container } from '#runtime/container.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';
import type { World } from '../sweeps/world.js';
import { createHeldOrder } from './held-order.js';

async function ownSubOrder(container: Container, world: World): Promise<string> {
  const vendorIds = [world.vendor.vendorId];
  const order = await createHeldOrder(container, { buyer: world.customer, vendorIds });
  const id = order.parts[0]?.orderVendorId;
  if (!id) throw new Error('The order has no sub-order');
  return id;
}

/** A sub-order that nobody has moved yet: others of the same sweep have moved theirs. */
const pendingSubOrder: MakeFixture = async ({ container, world }) => ({
  params: { orderVendorId: await ownSubOrder(container, world) },
});

const fulfilledSubOrder: MakeFixture = async ({ container, world }) => {
  const orderVendorId = await ownSubOrder(container, world);
  await container.knex('orders_vendors').where({ id: orderVendorId }).update({ status: 'fulfilled' });
  return { params: { orderVendorId } };
};

export const shippingRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /vendor/orders/:orderVendorId/fulfilled': pendingSubOrder,
  'POST /vendor/orders/:orderVendorId/cancelled': pendingSubOrder,
  'POST /vendor/orders/:orderVendorId/delivered': fulfilledSubOrder,
  'POST /admin/orders/vendors/:orderVendorId/fulfilled': pendingSubOrder,
  'POST /admin/orders/vendors/:orderVendorId/cancelled': pendingSubOrder,
  'POST /admin/orders/vendors/:orderVendorId/delivered': fulfilledSubOrder,
};
