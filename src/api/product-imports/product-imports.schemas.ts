import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantSchema, iso } from '#api/kernel/values.js';
import { importStatuses, type ProductImport } from '#domain/product-imports/product-import.js';

export const productImportFields = z.object({
  requestUnknown: z
    .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' })
    .default(false)
    .meta({
      description: 'Request brands and categories that the marketplace does not have, at most 200 an import',
    }),
});

export const productImportSchema = z
  .object({
    id: idOf('productImport'),
    fileName: z.string(),
    fileSize: z.int().meta({ description: 'Bytes' }),
    status: z.enum(importStatuses),
    bytesRead: z.int().meta({ description: 'Bytes that were taken in so far' }),
    rows: z.int().meta({ description: 'Data rows that were read so far' }),
    created: z.int().meta({ description: 'Products' }),
    updated: z.int().meta({ description: 'Products' }),
    unchanged: z.int().meta({ description: 'Products that the file did not change' }),
    failed: z.int().meta({ description: 'Rows that did not go in' }),
    notes: z.int().meta({ description: 'Parts that were left out of products that did go in, and warnings' }),
    issues: z.int().meta({ description: 'Lines in the file of errors; notes are among them' }),
    requestUnknown: z.boolean(),
    catalogRequests: z.int().meta({ description: 'Brands and categories that the import requested' }),
    error: z.string().nullable().meta({ description: 'Why the import as a whole failed' }),
    startedAt: instantSchema.nullable(),
    finishedAt: instantSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'ProductImport' });

export const productImportListQuery = listQuerySchema({
  filters: { status: importStatuses, fileName: 'string', createdAt: 'date', finishedAt: 'date' },
  sort: ['createdAt', 'updatedAt', 'fileName', 'status'],
});

export function productImportResponse(row: ProductImport) {
  return {
    id: row.id,
    fileName: row.fileName,
    fileSize: row.fileSize,
    status: row.status,
    bytesRead: row.checkpointByte,
    rows: row.rowsRead,
    created: row.productsCreated,
    updated: row.productsUpdated,
    unchanged: row.productsUnchanged,
    failed: row.rowsFailed,
    notes: row.notes,
    issues: row.issues,
    requestUnknown: row.requestUnknown,
    catalogRequests: row.catalogRequests,
    error: row.error,
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
