import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const contentPagesEntities: EntityFactories = {
  contentPage: ({ container }) =>
    insertedRow(container, 'content_pages', {
      title: 'About us',
      slug: `about-${newId()}`,
      content: '<p>Made by hand.</p>',
      status: 'PUBLISHED',
    }),
};
