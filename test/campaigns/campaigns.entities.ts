import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

const blocks = JSON.stringify([{ type: 'text', text: 'Hello' }]);

export const campaignsEntities: EntityFactories = {
  campaignTemplate: ({ container }) =>
    insertedRow(container, 'campaigns_templates', { name: `Sale ${newId()}`, subject: 'The sale', blocks }),
  campaignTopic: ({ container }) =>
    insertedRow(container, 'campaigns_topics', {
      names: JSON.stringify([{ locale: 'en', name: 'Offers' }]),
      // Active ones would have every campaign of a sweep name one.
      archivedAt: new Date(),
    }),
  broadcast: ({ container, admin }) =>
    insertedRow(container, 'campaigns_broadcasts', {
      status: 'scheduled',
      subject: 'The sale',
      blocks,
      recipientCount: 0,
      audience: JSON.stringify({ type: 'all_customers' }),
      scheduleFor: new Date(Date.now() + 86_400_000),
      createdBy: `user:${admin.userId}`,
    }),
};
