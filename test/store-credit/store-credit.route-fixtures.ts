import { createBuyer } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { grantCredit } from './granted-credit.js';

/** A buyer who has store credit, of which the operator takes some. */
const buyerWithCredit: MakeFixture = async ({ container }) => {
  await setSettings(container, { 'admin.store_credit.enabled': true });
  const buyer = await createBuyer(container);
  await grantCredit(container, buyer, 100_000_000_000);
  const { userId } = buyer;
  return {
    body: { userId, amount: 25_000, reason: 'Sorry for the delay' },
    fit: (json) => ({ ...(json as object), userId }),
  };
};

export const storeCreditRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/store-credit/adjustments': buyerWithCredit,
};
