import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const eventsEntities: EntityFactories = {
  outboxEvent: ({ container }) =>
    insertedRow(container, 'outbox_events', {
      type: 'test',
      entityId: 'test',
      payload: '{}',
      actor: '{}',
      requestId: 'test',
    }).then((row) => ({ ...row, table: 'outbox_events' })),
};
