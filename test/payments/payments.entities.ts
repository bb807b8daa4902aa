import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const paymentsEntities: EntityFactories = {
  payment: async ({ container, rows }) => {
    const orderId = rows.get('order')?.id;
    const row = (await container.knex('payments').where({ orderId }).first('id')) as { id: string };
    return { id: row.id, table: 'payments' };
  },
  refund: ({ container, rows }) =>
    insertedRow(container, 'payments_refunds', {
      paymentId: rows.get('payment')?.id,
      orderId: rows.get('order')?.id,
      amount: 100,
      reason: 'Damaged',
      byHand: true,
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    }),
};
