import { z } from 'zod';
import type { ColumnSchemas } from '#api/kernel/column-schemas.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, moneySchema } from '#api/kernel/values.js';
import {
  productStatuses,
  type productSummaryColumns,
  productVisibilities,
  type vendorVariantColumns,
} from '#domain/products/product.js';
import { entityTag } from '#api/kernel/entity-tag.js';
import { approvalKinds } from '#domain/products/pending-change.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';

const nullableText = z.string().nullable();
const nullableInt = z.int().nullable();

export const catalogItemSchema = z
  .object({ id: idSchema, slug: z.string(), title: z.string() })
  .meta({ id: 'CatalogItem' });

const gstRate = z.number().nullable().meta({ description: 'Percent of GST; 0 is nil-rated' });
const gstExempt = z.boolean().meta({ description: 'An exempt supply' });

export const productOptionSchema = z
  .object({
    id: idSchema,
    productId: idOf('product'),
    name: z.string(),
    sortOrder: z.int(),
    values: z.array(z.object({ id: idSchema, value: z.string(), sortOrder: z.int() })),
  })
  .meta({ id: 'ProductOption' });

export const productVariantSchema = z
  .object({
    id: idOf('productVariant'),
    productId: idOf('product'),
    thumbnail: nullableText,
    images: z.array(z.string()),
    price: moneySchema.nullable(),
    specialPrice: moneySchema.nullable(),
    specialPriceStart: instantSchema.nullable(),
    specialPriceEnd: instantSchema.nullable(),
    sku: nullableText,
    ean: nullableText,
    upc: nullableText,
    barcode: nullableText,
    hsnCode: nullableText,
    gstRate,
    gstExempt,
    minQuantityPerCart: nullableInt,
    maxQuantityPerCart: nullableInt,
    weight: nullableInt.meta({ description: 'Grams' }),
    length: nullableInt.meta({ description: 'Centimetres' }),
    breadth: nullableInt.meta({ description: 'Centimetres' }),
    height: nullableInt.meta({ description: 'Centimetres' }),
    sortOrder: z.int(),
    optionValueIds: z.array(idSchema),
    detached: z.boolean().meta({
      description: 'Lacks a value of an option, or shares a combination: cannot be bought until completed',
    }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    deletedAt: instantSchema.nullable(),
  } satisfies ColumnSchemas<typeof vendorVariantColumns>)
  .meta({ id: 'ProductVariant' });

export const productTabSchema = z
  .object({
    id: idOf('productTab'),
    productId: idOf('product'),
    title: z.string(),
    body: nullableText,
    isActive: z.boolean(),
    sortOrder: z.int(),
  })
  .meta({ id: 'ProductTab' });

const attributeAssignmentSchema = z
  .object({
    id: idSchema,
    attributeId: idOf('productAttribute'),
    attributeValueId: idSchema.nullable().meta({ description: 'Of select and multi_select' }),
    value: nullableText.meta({ description: 'Of text, number and boolean' }),
    sortOrder: z.int(),
  })
  .meta({ id: 'ProductAttributeAssignment' });

const summaryFields = z.object({
  id: idOf('product'),
  vendorId: idOf('vendor'),
  title: z.string(),
  slug: z.string(),
  subtitle: nullableText,
  brandId: idOf('brand').nullable(),
  primaryCategoryId: idOf('category').nullable(),
  material: nullableText,
  countryOfOrigin: nullableText,
  hsCode: nullableText,
  midCode: nullableText,
  gstRate,
  gstExempt,
  thumbnail: nullableText,
  metaTitle: nullableText,
  metaDescription: nullableText,
  ogImage: nullableText,
  status: z.enum(productStatuses),
  visibility: z.enum(productVisibilities),
  publishedAt: instantSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  deletedAt: instantSchema.nullable(),
} satisfies Omit<ColumnSchemas<typeof productSummaryColumns>, 'variantCount' | 'priceStart' | 'priceEnd'>);

export const productSummarySchema = summaryFields
  .extend({
    variantCount: z.int(),
    priceStart: moneySchema.nullable().meta({ description: 'Lowest price of the variants' }),
    priceEnd: moneySchema.nullable().meta({ description: 'Highest price of the variants' }),
    totalInventory: z.int().meta({ description: 'Pieces that can be sold' }),
  })
  .meta({ id: 'ProductSummary' });

export const pendingChangeSchema = z
  .object({
    id: idOf('productApproval'),
    kind: z.enum(approvalKinds),
    version: z.int(),
    submittedAt: instantSchema,
    fields: z.array(z.string()),
  })
  .meta({ id: 'PendingProductChange' });

export const productSchema = summaryFields
  .extend({
    description: nullableText,
    images: z.array(z.string()),
    categories: z.array(catalogItemSchema),
    tags: z.array(catalogItemSchema),
    ingredients: z.array(catalogItemSchema),
    options: z.array(productOptionSchema),
    variants: z.array(productVariantSchema),
    tabs: z.array(productTabSchema),
    pendingChange: pendingChangeSchema
      .optional()
      .meta({ description: 'What waits for an approval; left out where nothing does' }),
  })
  .meta({ id: 'Product' });

export const productDetailSchema = productSchema
  .extend({
    categoryIds: z.array(idOf('category')),
    tagIds: z.array(idOf('tag')),
    ingredientIds: z.array(idOf('ingredient')),
    attributeGroupId: idOf('productAttributeGroup').nullable(),
    attributeAssignments: z.array(attributeAssignmentSchema),
  })
  .meta({ id: 'ProductDetail' });

export const productListQuery = listQuerySchema({
  filters: {
    title: 'string',
    slug: 'string',
    status: productStatuses,
    visibility: productVisibilities,
    brandId: 'id',
    primaryCategoryId: 'id',
    publishedAt: 'date',
    createdAt: 'date',
    updatedAt: 'date',
    priceStart: 'number',
    priceEnd: 'number',
    variantCount: 'number',
  },
  sort: ['createdAt', 'updatedAt', 'publishedAt', 'title', 'slug', 'status', 'priceStart', 'priceEnd'],
  softDelete: true,
});

/** The product as every change returns it. */
export function productResponse({
  attributeGroupId: _,
  attributeAssignments: __,
  ...product
}: VendorProduct) {
  return product;
}

/** The product with the bare ids of what it is filed under, as a form wants them. */
export function productDetailResponse(product: VendorProduct) {
  return {
    ...product,
    categoryIds: product.categories.map(({ id }) => id),
    tagIds: product.tags.map(({ id }) => id),
    ingredientIds: product.ingredients.map(({ id }) => id),
  };
}

/** The entity tag of a product: of all that its detail says, however much of it an operation returns. */
export function productTag({ pendingChange: _apart, ...product }: VendorProduct): string {
  return entityTag(productDetailResponse(product));
}
