import { instant, integer, nullable, text, texts, uuid } from '#domain/_shared/columns.js';
import { assignmentColumns } from '#domain/products/attribute-assignments.js';
import { plannedValueColumns } from '#domain/products/option-plan.js';
import { productSummaryColumns, vendorVariantColumns } from '#domain/products/product.js';
import { vendorProductTabColumns } from '#domain/products/vendor-product.js';

/** The columns of the tables of this feature. */
export const productsTables = {
  products: {
    ...productSummaryColumns,
    handle: nullable(text),
    description: nullable(text),
    images: texts,
    attributeGroupId: nullable(uuid),
    ratingCount: integer,
    ratingSum: integer,
  },
  products_attributes: { ...assignmentColumns, productId: uuid },
  products_categories: { productId: uuid, categoryId: uuid },
  products_ingredients: { productId: uuid, ingredientId: uuid },
  products_option_values: { ...plannedValueColumns },
  products_options: { id: uuid, productId: uuid, name: text, sortOrder: integer },
  products_tabs: {
    ...vendorProductTabColumns,
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
  products_tags: { productId: uuid, tagId: uuid },
  products_variants: { ...vendorVariantColumns, vendorId: uuid, importedQuantity: nullable(integer) },
};
