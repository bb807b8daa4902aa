import { instant, integer, text, uuid } from '#domain/_shared/columns.js';
import { creditMovementColumns } from '#domain/store-credit/credit-movement.js';

/** The columns of the tables of this feature. */
export const storeCreditTables = {
  store_credit_accounts: {
    userId: uuid,
    currency: text,
    balance: integer,
    createdAt: instant,
    updatedAt: instant,
  },
  store_credit_movements: { ...creditMovementColumns },
};
