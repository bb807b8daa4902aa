import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const notesEntities: EntityFactories = {
  note: ({ container, rows }) =>
    insertedRow(container, 'notes', {
      entity: 'order',
      entityId: rows.get('order')?.id,
      text: 'The buyer asked for a morning delivery',
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    }),
};
