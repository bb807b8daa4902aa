import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const searchEntities: EntityFactories = {
  searchSynonym: ({ container }) => {
    const words = [`diya ${newId().slice(-6)}`, 'deepak'];
    return insertedRow(container, 'search_synonyms', { words, folded: ` > ${words.join(', ')}` });
  },
  searchRule: ({ container }) => {
    const query = `diya ${newId().slice(-6)}`;
    return insertedRow(container, 'search_rules', {
      query,
      queryKey: query,
      redirect: '/pages/diwali',
      createdBy: 'test',
      updatedBy: 'test',
    });
  },
  searchRun: ({ container }) =>
    insertedRow(container, 'search_runs', {
      batchSize: 500,
      state: 'completed',
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    }),
};
