import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantSchema, iso, moneySchema } from '#api/kernel/values.js';
import type { AdminProductDetail, AdminProductRow, AdminVariantRow } from '#domain/products/admin-product.js';
import { whyNotForSale } from '#domain/products/not-for-sale.js';

export const adminProductListQuery = listQuerySchema({
  filters: {
    title: 'string',
    status: ['draft', 'active', 'archived'],
    visibility: ['public', 'private'],
    vendorId: 'id',
    createdAt: 'date',
    updatedAt: 'date',
  },
  sort: ['createdAt', 'updatedAt', 'title'],
  softDelete: true,
});

export const adminVariantListQuery = listQuerySchema({
  filters: { id: 'id', sku: 'string', productId: 'id', vendorId: 'id' },
  sort: ['createdAt', 'sku'],
});

export const adminVariantSchema = z
  .object({
    id: idOf('productVariant'),
    sku: z.string().nullable(),
    productId: idOf('product'),
    productTitle: z.string(),
    vendorId: idOf('vendor'),
    vendorName: z.string(),
    price: moneySchema.nullable().meta({ description: 'Without a special price' }),
  })
  .meta({ id: 'AdminVariant' });

export function adminVariantResponse(row: AdminVariantRow): z.infer<typeof adminVariantSchema> {
  const { id, sku, productId, productTitle, vendorId, vendorName, price } = row;
  return { id, sku, productId, productTitle, vendorId, vendorName, price };
}

const summary = {
  id: idOf('product'),
  title: z.string(),
  slug: z.string(),
  status: z.enum(['draft', 'active', 'archived']),
  visibility: z.enum(['public', 'private']),
  vendorId: idOf('vendor'),
  vendorName: z.string(),
  thumbnail: z.string().nullable().meta({ description: 'The address of its picture' }),
  variantCount: z.int(),
  priceStart: moneySchema.nullable(),
  priceEnd: moneySchema.nullable(),
  publishedAt: instantSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  deletedAt: instantSchema.nullable(),
};

export const adminProductSummarySchema = z.object(summary).meta({ id: 'AdminProductSummary' });

const feedStateSchema = z.object({
  feed: z.string(),
  target: z.string().meta({ description: 'The country or catalog that the feed serves' }),
  status: z.string(),
  lastError: z.string().nullable(),
  lastPushedAt: instantSchema.nullable(),
});

export const adminProductSchema = z
  .object({
    ...summary,
    notForSale: z.array(z.string()).meta({ description: 'Why buyers cannot buy it; empty where they can' }),
    variants: z.array(
      z.object({
        id: idOf('productVariant'),
        sku: z.string().nullable(),
        detached: z.boolean().meta({ description: 'Its combination of options no longer exists' }),
        price: moneySchema.nullable().meta({ description: 'The current price' }),
        available: z.int(),
        unlimited: z.boolean().meta({ description: 'Sold without stock: not tracked, or ordered ahead' }),
        feeds: z.array(feedStateSchema),
      }),
    ),
    search: z
      .object({
        pending: z.boolean().meta({ description: 'A change waits to be indexed' }),
        listed: z.boolean(),
        indexedAt: instantSchema.nullable(),
        lastError: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Null before the product was indexed for the first time' }),
  })
  .meta({ id: 'AdminProduct' });

function summaryOf(row: AdminProductRow) {
  const { id, title, slug, vendorId, vendorName, thumbnail, variantCount, priceStart, priceEnd } = row;
  return {
    id,
    title,
    slug,
    vendorId,
    vendorName,
    thumbnail,
    variantCount,
    priceStart,
    priceEnd,
    status: row.status as z.infer<typeof adminProductSummarySchema>['status'],
    visibility: row.visibility as z.infer<typeof adminProductSummarySchema>['visibility'],
    publishedAt: iso(row.publishedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    deletedAt: iso(row.deletedAt),
  };
}

export const adminProductSummaryResponse = summaryOf;

export function adminProductResponse(row: AdminProductDetail, now: Date): z.infer<typeof adminProductSchema> {
  const { variants, search } = row;
  return { ...summaryOf(row), notForSale: whyNotForSale(row, now), variants, search };
}
