import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const searchEntities: EntityFactories = {
  searchRun: ({ container }) =>
    insertedRow(container, 'search_runs', {
      id: newId(),
      batchSize: 500,
      state: 'completed',
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    }),
};
