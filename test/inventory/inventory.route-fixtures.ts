import { newId } from '#lib/ids.js';
import { writeStopToken } from '#operations/inventory/stop-link.js';
import { createSellableVariant } from '../_support/orders.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

const stopLink: MakeFixture = ({ container }) =>
  Promise.resolve({
    params: { token: writeStopToken(`buyer-${newId()}@example.com`, container.keyring) },
  });

export const inventoryRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /store/products/:variantId/notify-me': async ({ container, fixtures }) => {
    const { variantId } = await createSellableVariant(container, fixtures.vendor.vendorId, { onHand: 0 });
    const email = `buyer-${newId()}@example.com`;
    const fit = async (json: unknown) => {
      // An address has so many requests at most, and the samples repeat theirs.
      await container.knex('inventory_back_in_stock_requests').delete();
      return json;
    };
    return { params: { variantId }, body: { email }, fit };
  },
  'GET /store/back-in-stock/:token': stopLink,
  'POST /store/back-in-stock/:token': async (at) => ({
    ...(await stopLink(at)),
    body: 'stop=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
};
