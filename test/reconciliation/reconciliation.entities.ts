import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const reconciliationEntities: EntityFactories = {
  dispute: ({ container, rows }) =>
    insertedRow(container, 'reconciliation_disputes', {
      providerId: 'sandbox',
      providerDisputeId: `disp_${newId()}`,
      providerPaymentId: `pay_${newId()}`,
      orderId: rows.get('order')?.id,
      amount: 100,
      currency: 'INR',
      state: 'opened',
      openedAt: new Date(),
      stateAt: new Date(),
    }),
  settlement: ({ container }) =>
    insertedRow(container, 'reconciliation_settlements', {
      providerId: 'sandbox',
      providerSettlementId: `setl_${newId()}`,
      state: 'processed',
      amount: 100,
      currency: 'INR',
      issuedAt: new Date(),
    }),
  unmatchedMoney: async ({ container }) => {
    const ref = `pay_${newId()}`;
    const movement = await insertedRow(container, 'reconciliation_movements', {
      providerId: 'sandbox',
      kind: 'payment',
      providerRef: ref,
      state: 'done',
      stateAt: new Date(),
      amount: 100,
      currency: 'INR',
      occurredAt: new Date(),
    });
    return insertedRow(container, 'reconciliation_items', {
      kind: 'payment_unmatched',
      providerId: 'sandbox',
      sourceId: movement.id,
      providerRef: ref,
      amount: 100,
      currency: 'INR',
      reason: 'No payment of an order is known for this charge',
    });
  },
};
