import { randomBytes } from 'node:crypto';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const discountsEntities: EntityFactories = {
  discount: ({ container }) =>
    insertedRow(container, 'discounts', {
      name: 'Sweep',
      code: `SWEEP-${randomBytes(5).toString('hex').toUpperCase()}`,
      discountType: 'PERCENTAGE',
      value: 10,
    }),
};
