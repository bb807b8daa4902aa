import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const dynamicLinksEntities: EntityFactories = {
  dynamicLinkGroup: ({ container }) =>
    insertedRow(container, 'dynamic_links_groups', { title: 'Footer', slug: `footer-${newId()}` }),
  dynamicLink: ({ container, rows }) =>
    insertedRow(container, 'dynamic_links', {
      groupId: rows.get('dynamicLinkGroup')?.id,
      text: 'Lamps',
      url: '/collections/lamps',
    }),
};
