import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { idOf } from '#api/kernel/values.js';
import { type AdminImport, importStatuses } from '#domain/product-imports/product-import.js';
import { productImportResponse, productImportSchema } from './product-imports.schemas.js';

const adminImportSchema = productImportSchema
  .extend({ vendorId: idOf('vendor'), vendorName: z.string() })
  .meta({ id: 'AdminProductImport' });

const adminImportResponse = (row: AdminImport) => ({
  ...productImportResponse(row),
  vendorId: row.vendorId,
  vendorName: row.vendorName,
});

const operator = { auth: 'admin', permission: 'vendor:view' } as const;
const params = { productImportId: 'productImport' } as const;

export const adminImportsRoutes = routes('product-imports', [
  route({
    ...operator,
    method: 'get',
    path: '/admin/product-imports',
    summary: 'List the product imports of all vendors',
    description: 'Searches file names and vendors.',
    query: listQuerySchema({
      params: { vendorId: 'id', status: importStatuses },
      filters: { fileName: 'string', failed: 'number', createdAt: 'date', finishedAt: 'date' },
      sort: ['createdAt', 'finishedAt', 'failed'],
    }),
    response: z.array(adminImportSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.adminImports.list(query), adminImportResponse),
  }),
  route({
    ...operator,
    method: 'get',
    path: '/admin/product-imports/:productImportId',
    summary: 'Get the product import of any vendor',
    params,
    response: adminImportSchema,
    handler: async ({ services, params: { productImportId } }) =>
      adminImportResponse(await services.adminImports.get(productImportId)),
  }),
  route({
    ...operator,
    method: 'get',
    path: '/admin/product-imports/:productImportId/errors',
    summary: 'Download the problem report of an import of any vendor',
    description:
      'A CSV with the row of the spreadsheet (the header is row 1), its handle, the column and the reason.',
    kind: 'file',
    contentType: 'text/csv',
    params,
    handler: async ({ services, params: { productImportId }, response }) =>
      services.adminImports.sendErrors(productImportId, response),
  }),
]);
