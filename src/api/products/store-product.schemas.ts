import { z } from 'zod';
import { idOf, idSchema, instantSchema, moneySchema } from '#api/kernel/values.js';
import { attributeTypes } from '#domain/product-attributes/product-attribute.js';
import { catalogItemSchema, productOptionSchema } from './products.schemas.js';

const nullableText = z.string().nullable();
const nullableInt = z.int().nullable();
const money = moneySchema.nullable();

const storeVariantSchema = z
  .object({
    id: idOf('productVariant'),
    sku: nullableText,
    barcode: nullableText,
    price: money,
    specialPrice: money,
    specialPriceStartDate: instantSchema.nullable(),
    specialPriceEndDate: instantSchema.nullable(),
    originalPrice: money.meta({ description: 'The regular price' }),
    currentPrice: money.meta({ description: 'What it costs now' }),
    specialPriceActive: money.meta({ description: 'The special price while it is in effect' }),
    inventoryQuantity: z.int().meta({ description: 'Pieces that can be sold, where stock is tracked' }),
    inStock: z.boolean(),
    minQuantityPerCart: nullableInt,
    maxQuantityPerCart: nullableInt,
    weight: nullableInt.meta({ description: 'Grams' }),
    thumbnail: nullableText,
    images: z.array(z.string()),
    optionValueIds: z.array(idSchema),
  })
  .meta({ id: 'StoreVariant' });

const storeAttributeSchema = z
  .object({
    code: z.string(),
    title: z.string(),
    type: z.enum(attributeTypes),
    values: z.array(
      z.object({
        id: idSchema.nullable().meta({ description: 'Of select and multi_select' }),
        value: z.string(),
      }),
    ),
  })
  .meta({ id: 'StoreProductAttribute' });

export const storeProductSchema = z
  .object({
    id: idOf('product'),
    title: z.string(),
    slug: z.string(),
    subtitle: nullableText,
    description: nullableText.meta({
      description: 'HTML, cleaned by an allow-list when its vendor wrote it',
    }),
    material: nullableText,
    countryOfOrigin: nullableText,
    thumbnail: nullableText,
    images: z.array(z.string()),
    metaTitle: nullableText,
    metaDescription: nullableText,
    ogImage: nullableText,
    primaryCategoryId: idOf('category').nullable(),
    publishedAt: instantSchema,
    updatedAt: instantSchema,
    vendor: z.object({ id: idOf('vendor'), slug: z.string(), displayName: z.string() }),
    brand: z.object({ id: idOf('brand'), slug: z.string(), name: z.string() }).nullable(),
    categories: z.array(catalogItemSchema),
    tags: z.array(catalogItemSchema),
    ingredients: z.array(catalogItemSchema),
    options: z.array(productOptionSchema),
    variants: z.array(storeVariantSchema),
    tabs: z.array(z.object({ id: idSchema, title: z.string(), body: nullableText, sortOrder: z.int() })),
    attributes: z.array(storeAttributeSchema),
    priceStart: money.meta({ description: 'Lowest current price' }),
    priceEnd: money.meta({ description: 'Highest current price' }),
    inStock: z.boolean(),
    hasActiveSpecial: z.boolean(),
    rating: z.object({ average: z.number(), count: z.int() }),
  })
  .meta({ id: 'StoreProduct' });

export type StoreProductResponse = z.input<typeof storeProductSchema>;
