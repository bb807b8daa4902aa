import { type MakeFixture, readyInvoice } from '../sweeps/fixture-makers.js';

export const invoicesRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'GET /vendor/orders/:orderVendorId/invoice': readyInvoice,
};
