import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';
import { newId } from '#lib/ids.js';

export const productAttributesEntities: EntityFactories = {
  productAttribute: ({ container }) =>
    insertedRow(container, 'product_attributes', {
      title: 'Material',
      code: `material-${newId()}`,
      type: 'text',
    }),
  productAttributeGroup: ({ container }) =>
    insertedRow(container, 'product_attributes_groups', { title: 'Clothing', code: `clothing-${newId()}` }),
};
