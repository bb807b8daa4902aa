import { type EntityFactories } from '../_support/entity-factory.js';

export const paymentsEntities: EntityFactories = {
  payment: async ({ container, rows }) => {
    const orderId = rows.get('order')?.id;
    const row = (await container.knex('payments').where({ orderId }).first('id')) as { id: string };
    return { id: row.id, table: 'payments' };
  },
};
