import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { productImportErrors } from '#domain/product-imports/product-imports.errors.js';
import {
  productImportResponse,
  productImportFields,
  productImportListQuery,
  productImportSchema,
} from './product-imports.schemas.js';

const oneImport = { productImportId: 'productImport' } as const;

export const productImportsRoutes = routes('product-imports', [
  route({
    method: 'post',
    path: '/vendor/products/import',
    summary: 'Import products from a CSV file',
    description:
      'A CSV in the Shopify product format (either generation of its headers, and `HSN Code`) of at most 1 GiB, in the field `file` of a multipart form. A handle names a product of the vendor: the first import creates it, later ones change it, and the same file again changes nothing. Nothing is ever removed. A column `Name (product.metafields.<namespace>.<key>)` or `Attribute: <code>` assigns a product attribute by its code, several values separated by `;`, and a blank cell clears it.',
    auth: 'vendor',
    bodyKind: 'multipart',
    formFields: productImportFields,
    response: productImportSchema,
    success: 202,
    errors: [
      productImportErrors.notAProductFile,
      productImportErrors.tooManyImports,
      platformErrors.validation,
      platformErrors.engineUnavailable,
    ],
    handler: async ({ ctx, services, request }) =>
      productImportResponse(await services.productImports.upload(ctx, requireVendor(ctx), request)),
  }),
  route({
    method: 'get',
    path: '/vendor/product-imports',
    summary: 'List the imports of the active vendor',
    description: 'Searches file names.',
    auth: 'vendor',
    query: productImportListQuery,
    response: z.array(productImportSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.productImports.list(requireVendor(ctx), query), productImportResponse),
  }),
  route({
    method: 'get',
    path: '/vendor/product-imports/:productImportId',
    summary: 'Get an import with its progress and results',
    auth: 'vendor',
    params: oneImport,
    response: productImportSchema,
    handler: async ({ ctx, services, params }) =>
      productImportResponse(await services.productImports.find(requireVendor(ctx), params.productImportId)),
  }),
  route({
    method: 'get',
    path: '/vendor/product-imports/:productImportId/errors',
    summary: 'Download the problem report of an import',
    description:
      'A CSV with the row of the spreadsheet (the header is row 1), its handle, the column and the reason.',
    auth: 'vendor',
    kind: 'file',
    contentType: 'text/csv',
    params: oneImport,
    handler: async ({ ctx, services, params, response }) =>
      services.productImports.sendErrors(requireVendor(ctx), params.productImportId, response),
  }),
]);
