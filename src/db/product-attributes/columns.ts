import { boolean, instant, integer, nullable, text, uuid } from '#domain/_shared/columns.js';
import { attributeFieldsColumns } from '#domain/product-attributes/product-attribute.js';
import { plannedAttributeValueColumns } from '#domain/product-attributes/value-plan.js';

/** The columns of the tables of this feature. */
export const productAttributesTables = {
  product_attributes: {
    ...attributeFieldsColumns,
    id: uuid,
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
  product_attributes_groups: {
    id: uuid,
    title: text,
    code: text,
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
  product_attributes_members: { groupId: uuid, attributeId: uuid, sortOrder: integer },
  product_attributes_revision: { id: boolean, revision: integer },
  product_attributes_values: {
    ...plannedAttributeValueColumns,
    attributeId: uuid,
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
};
