import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const bannersEntities: EntityFactories = {
  banner: ({ container, rows }) =>
    insertedRow(container, 'banners', {
      entityType: 'category',
      entityId: rows.get('category')?.id,
      image: 'media/banners/lamp.jpg',
      url: '/lamps',
    }),
};
