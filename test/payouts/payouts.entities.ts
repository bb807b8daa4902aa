import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const payoutsEntities: EntityFactories = {
  payout: async ({ container, vendor }) => {
    const row = await insertedRow(container, 'payouts', {
      vendorId: vendor.vendorId,
      amount: 100,
      currency: 'INR',
      status: 'paid',
      until: new Date(),
      reference: 'NEFT 1',
      paidAt: new Date(),
      createdAt: new Date(),
      bank: 'encrypted',
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    });
    const storageKey = `payouts/${row.id}.pdf`;
    await container.storage.put(storageKey, Buffer.from('%PDF-1.7\n%%EOF\n'), {
      contentType: 'application/pdf',
    });
    await container.knex('payouts_statements').insert({ payoutId: row.id, storageKey, doneRev: 1 });
    return row;
  },
  payoutAccount: ({ container, vendor }) =>
    insertedRow(container, 'payouts_accounts', {
      // One of earlier details: a vendor may have many.
      vendorId: vendor.vendorId,
      state: 'replaced',
      changedAt: new Date(),
      dueAt: new Date(),
      changedBy: JSON.stringify({ type: 'system', id: 'test' }),
    }),
  payoutRun: ({ container }) =>
    insertedRow(container, 'payouts_runs', {
      until: new Date(),
      minimum: 1,
      state: 'completed',
      createdAt: new Date(),
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    }),
};
