import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';
import { createBrand, createCategory, createIngredient, createTag } from '../_support/taxonomy.js';

export const taxonomyEntities: EntityFactories = {
  category: async ({ container }) => ({
    id: (await createCategory(container)).id,
    table: 'taxonomy_categories',
  }),
  brand: async ({ container }) => ({ id: (await createBrand(container)).id, table: 'taxonomy_brands' }),
  tag: async ({ container }) => ({ id: (await createTag(container)).id, table: 'taxonomy_tags' }),
  ingredient: async ({ container }) => ({
    id: (await createIngredient(container)).id,
    table: 'taxonomy_ingredients',
  }),
  catalogRequest: ({ container, vendor }) =>
    insertedRow(container, 'taxonomy_requests', {
      taxonomy: 'categories',
      title: 'Lamps',
      slug: `lamps-${newId()}`,
      vendorId: vendor.vendorId,
      requestedByUserId: vendor.userId,
    }),
};
