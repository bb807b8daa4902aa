import { z } from 'zod';
import { withCustomFields } from '#api/custom-fields/custom-fields.schemas.js';
import type { ColumnSchemas } from '#api/kernel/column-schemas.js';
import {
  codeTextSchema,
  listedGstRateSchema,
  htmlSchema,
  idSchema,
  instantInputSchema,
  longTextSchema,
  moneySchema,
  pictureSchema,
  slugSchema,
  textSchema,
} from '#api/kernel/values.js';
import { productBounds } from '#domain/products/product-matrix.js';
import {
  type productColumns,
  productStatuses,
  productVisibilities,
  type variantColumns,
} from '#domain/products/product.js';

/** The search index and the feeds keep amounts and pieces in four bytes. */
const MAX_INT = 2_147_483_647;

const text = (max: number) => textSchema(max).trim();
const nullableText = (max: number) => text(max).nullable();
const code = text(255).min(1).nullable();
const tradeNumber = codeTextSchema(255).min(1).nullable();
const sortOrder = z.int().min(0).max(MAX_INT);
const picture = pictureSchema();
const pictures = z.array(picture).max(250);
const ids = z.array(idSchema.toLowerCase()).max(250);
const id = idSchema.toLowerCase();
const money = moneySchema.min(0).max(MAX_INT);
const quantity = z.int().min(0).max(MAX_INT);
const measure = z.int().min(1).max(MAX_INT);

/** GST of a product, or of a variant with its own rate. */
const gstFields = {
  gstRate: listedGstRateSchema.nullable().meta({
    description:
      'Percent of GST: 0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28 or 40; it replaces the rate of the vendor’s GST line. 0 is nil-rated. Null goes by the product, the HSN code, then the list of the vendor',
  }),
  gstExempt: z.boolean().meta({ description: 'An exempt supply, which is not one at 0 percent' }),
};

const attributeAssignment = z
  .object({
    attributeId: id,
    attributeValueId: id.nullable().optional().meta({ description: 'Of select and multi_select' }),
    value: text(255).nullable().optional().meta({ description: 'Of text, number and boolean' }),
    sortOrder: sortOrder.optional(),
  })
  .meta({ id: 'ProductAttributeAssignmentInput' });

/** First-class fields of a product, apart from its pictures. */
const basics = z.object({
  title: text(255).min(1),
  slug: slugSchema.meta({ description: 'Made from the title when it is left out' }),
  subtitle: nullableText(500),
  description: htmlSchema(200_000).nullable(),
  brandId: id.nullable(),
  primaryCategoryId: id.nullable(),
  material: nullableText(255),
  countryOfOrigin: nullableText(255),
  hsCode: codeTextSchema(64)
    .nullable()
    .meta({ description: 'Informational; tax goes by the variant’s hsnCode' }),
  midCode: nullableText(64),
  ...gstFields,
  metaTitle: nullableText(500),
  metaDescription: longTextSchema(2000).trim().nullable(),
  ogImage: picture.nullable(),
  status: z.enum(productStatuses),
  visibility: z.enum(productVisibilities),
  publishedAt: instantInputSchema
    .nullable()
    .meta({ description: 'Now, when a product becomes active and public without one' }),
  categoryIds: ids,
  tagIds: ids,
  ingredientIds: ids,
  attributeGroupId: id.nullable(),
  attributeAssignments: z
    .array(attributeAssignment)
    .max(productBounds.assignments)
    .meta({ description: 'Replaces the whole set' }),
} satisfies Omit<ColumnSchemas<typeof productColumns>, 'thumbnail' | 'images'> & Record<string, z.ZodType>);

export const productBasicsSchema = basics.partial().meta({ id: 'ProductBasicsInput' });
export type ProductBasicsInput = z.output<typeof productBasicsSchema>;

const optionValueInput = z.union([
  text(255)
    .min(1)
    .transform((value) => ({ value, sortOrder: undefined })),
  z.object({ value: text(255).min(1), sortOrder: sortOrder.optional() }),
]);

export const optionInputSchema = z
  .object({
    name: text(255).min(1),
    sortOrder: sortOrder.optional(),
    values: z.array(optionValueInput).max(productBounds.optionValues),
  })
  .meta({ id: 'ProductOptionInput' });

/** Fields of a variant, its options apart. */
export const variantFieldsSchema = z.object({
  thumbnail: picture.nullable(),
  images: pictures,
  price: money.nullable(),
  specialPrice: money.nullable().meta({ description: 'Subunits, below the price' }),
  specialPriceStart: instantInputSchema.nullable(),
  specialPriceEnd: instantInputSchema.nullable(),
  sku: code,
  ean: tradeNumber,
  upc: tradeNumber,
  barcode: tradeNumber,
  hsnCode: codeTextSchema(32).min(1).nullable(),
  ...gstFields,
  minQuantityPerCart: quantity.nullable(),
  maxQuantityPerCart: quantity.nullable(),
  weight: measure.nullable().meta({ description: 'Grams' }),
  length: measure.nullable().meta({ description: 'Centimetres' }),
  breadth: measure.nullable().meta({ description: 'Centimetres' }),
  height: measure.nullable().meta({ description: 'Centimetres' }),
  sortOrder,
} satisfies ColumnSchemas<typeof variantColumns>);

const chosenValue = z.object({ optionName: text(255).min(1), value: text(255).min(1) });

const newVariant = variantFieldsSchema
  .partial()
  .extend({
    optionValues: z
      .array(chosenValue)
      .max(productBounds.options)
      .optional()
      .meta({ description: 'One value for each option of the product' }),
  })
  .meta({ id: 'NewProductVariant' });

export const tabInputSchema = z
  .object({
    title: text(255).min(1),
    body: htmlSchema(200_000).nullable().optional(),
    isActive: z.boolean().optional(),
    sortOrder: sortOrder.optional(),
  })
  .meta({ id: 'ProductTabInput' });
export type TabInput = z.output<typeof tabInputSchema>;

const options = z.array(optionInputSchema).max(productBounds.options);

export const newProductSchema = basics
  .partial()
  .extend({
    title: basics.shape.title,
    thumbnail: picture.nullable().optional(),
    images: pictures.optional(),
    options: options.optional(),
    variants: z
      .array(withCustomFields(newVariant, 'productVariant', 'vendor'))
      .max(productBounds.variants)
      .optional(),
    tabs: z.array(tabInputSchema).max(productBounds.tabs).optional(),
  })
  .meta({ id: 'NewProduct' });
export type NewProductInput = z.output<typeof newProductSchema>;

/** Without those that were not sent. */
export function sentFields<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}

export const productMediaSchema = z
  .object({ thumbnail: picture.nullable(), images: pictures })
  .partial()
  .meta({ id: 'ProductMediaInput' });
export type ProductMediaInput = z.output<typeof productMediaSchema>;

export const productOptionsSchema = z.object({ options }).meta({ id: 'ProductOptionsInput' });

const optionValueIds = z
  .array(id)
  .max(productBounds.options)
  .meta({ description: 'One value for each option of the product' });

export const variantInputSchema = variantFieldsSchema
  .partial()
  .extend({ optionValueIds: optionValueIds.optional() })
  .meta({ id: 'ProductVariantInput' });
export type VariantInput = z.output<typeof variantInputSchema>;

export const variantOrderSchema = z
  .object({
    variants: z
      .array(z.object({ variantId: id, sortOrder }))
      .min(1)
      .max(productBounds.variants),
  })
  .meta({ id: 'ProductVariantOrder' });

export const tabPatchSchema = tabInputSchema.partial().meta({ id: 'ProductTabPatch' });
export type TabPatch = z.output<typeof tabPatchSchema>;

export const tabOrderSchema = z
  .object({
    tabs: z
      .array(z.object({ tabId: id, sortOrder }))
      .min(1)
      .max(productBounds.tabs),
  })
  .meta({ id: 'ProductTabOrder' });

const existing = {
  id: id.optional().meta({ description: 'Changes this one; a new one is added without' }),
  delete: z.boolean().optional().meta({ description: 'Deletes the one with this id' }),
};

const syncedVariant = newVariant
  .extend({ ...existing, optionValueIds: optionValueIds.optional() })
  .refine(({ delete: removed, id: known }) => !removed || known !== undefined, 'delete needs an id')
  .meta({ id: 'SyncedProductVariant' });

const syncedTab = tabInputSchema
  .partial()
  .extend(existing)
  .refine(({ delete: removed, id: known }) => !removed || known !== undefined, 'delete needs an id')
  .meta({ id: 'SyncedProductTab' });

export const productSyncSchema = z
  .object({
    basics: productBasicsSchema,
    media: productMediaSchema,
    options,
    variants: z
      .array(withCustomFields(syncedVariant, 'productVariant', 'vendor'))
      .max(productBounds.variants),
    tabs: z.array(syncedTab).max(productBounds.tabs),
  })
  .partial()
  .meta({ id: 'ProductSyncInput' });
export type ProductSyncInput = z.output<typeof productSyncSchema>;
