import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const payoutsEntities: EntityFactories = {
  payout: ({ container, vendor }) =>
    insertedRow(container, 'payouts', {
      ...{ vendorId: vendor.vendorId, amount: 100, currency: 'INR', status: 'pending', until: new Date() },
      ...{ bank: 'encrypted', actor: JSON.stringify({ type: 'system', id: 'test' }), createdAt: new Date() },
    }),
  payoutRun: ({ container }) =>
    insertedRow(container, 'payouts_runs', {
      ...{ until: new Date(), minimum: 1, state: 'completed', createdAt: new Date() },
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    }),
};
