import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const vendorsEntities: EntityFactories = {
  vendor: async ({ vendor }) => ({ id: vendor.vendorId, table: 'vendors' }),
  vendorApplication: async ({ container, customer }) => {
    const table = 'vendors_applications';
    const applicantUserId = customer.userId;
    // A user has one open application at a time: a second world of the same customer shares it.
    const open = (await container.knex(table).where({ applicantUserId }).first('id')) as
      | { id: string }
      | undefined;
    if (open) return { id: open.id, table };
    return insertedRow(container, table, {
      applicantUserId,
      displayName: 'Lamps of Pune',
      legalName: 'Lamps of Pune LLP',
      contactEmail: 'lamps@example.com',
    });
  },
};
