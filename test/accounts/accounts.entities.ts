import { type EntityFactories } from '../_support/entity-factory.js';

export const accountsEntities: EntityFactories = {
  user: async ({ customer }) => ({ id: customer.userId, table: 'accounts_users' }),
};
