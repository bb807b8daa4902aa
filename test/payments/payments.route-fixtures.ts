import type { MakeFixture } from '../sweeps/fixture-makers.js';

export const paymentsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/payment/gateways/:providerId/check': () => Promise.resolve({ params: { providerId: 'cod' } }),
};
