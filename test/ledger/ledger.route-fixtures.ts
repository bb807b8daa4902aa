import type { MakeFixture } from '../sweeps/fixture-makers.js';

export const ledgerRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/ledger/adjustments': ({ fixtures }) => {
    const { vendorId } = fixtures.vendor;
    return Promise.resolve({
      body: { vendorId, amount: 1, reason: 'Lost parcel' },
      fit: (json) => ({ ...(json as object), vendorId }),
    });
  },
};
