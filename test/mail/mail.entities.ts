import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const mailEntities: EntityFactories = {
  mailDelivery: ({ container }) =>
    insertedRow(container, 'mail_messages', {
      template: 'order.placed',
      role: 'customer',
      recipient: 'asha@example.com',
      state: 'failed',
      variablesEncrypted: container.keyring.encrypt(JSON.stringify({ orderNumber: 'H7K2-9QXM' })),
      dedupeKey: newId(),
    }),
};
