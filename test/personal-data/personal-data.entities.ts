import type { EntityFactories } from '../_support/entity-factory.js';
import { insertedRow } from '../_support/entity-factory.js';
import { newId } from '#lib/ids.js';
import { readyFile } from './ready-file.js';

export const personalDataEntities: EntityFactories = {
  personalDataExport: async ({ container, customer }) => ({
    id: await readyFile(container, customer.userId),
    table: 'personal_data_exports',
  }),
  personalDataErasure: async ({ container }) =>
    insertedRow(container, 'personal_data_erasures', {
      email: `guest-${newId()}@example.com`,
      status: 'scheduled',
      actor: JSON.stringify({ type: 'system', id: 'test' }),
      dueAt: new Date(Date.now() + 86_400_000),
    }),
};
