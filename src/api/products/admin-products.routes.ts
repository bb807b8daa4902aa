import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { showCustomFields } from '#api/custom-fields/show-custom-fields.js';
import {
  adminProductListQuery,
  adminProductResponse,
  adminProductSchema,
  adminProductSummaryResponse,
  adminProductSummarySchema,
  adminVariantListQuery,
  adminVariantResponse,
  adminVariantSchema,
} from './admin-products.schemas.js';

const view = { method: 'get', auth: 'admin', permission: 'product:view' } as const;

export const adminProductsRoutes = routes('products', [
  showCustomFields(
    { entity: 'product', audience: 'admin' },
    route({
      ...view,
      path: '/admin/products',
      summary: 'List the products of all vendors',
      description: '`search` looks into titles.',
      query: adminProductListQuery,
      response: z.array(adminProductSummarySchema),
      metadata: pageMetadataSchema,
      handler: async ({ services, query }) =>
        pageReply(await services.adminProducts.list(query), adminProductSummaryResponse),
    }),
  ),
  showCustomFields(
    { entity: 'productVariant', audience: 'admin' },
    route({
      ...view,
      path: '/admin/variants',
      summary: 'List the variants of all vendors',
      description: '`search` looks into titles of products and SKUs. Detached variants are left out.',
      query: adminVariantListQuery,
      response: z.array(adminVariantSchema),
      metadata: pageMetadataSchema,
      handler: async ({ services, query }) =>
        pageReply(await services.adminProducts.variants(query), adminVariantResponse),
    }),
  ),
  showCustomFields(
    { entity: 'product', audience: 'admin' },
    route({
      ...view,
      path: '/admin/products/:id',
      summary: 'Get a product of any vendor, deleted or not',
      description:
        'With why buyers cannot buy it, its state in the search, and that of its variants in the feeds.',
      params: { id: 'product' },
      response: adminProductSchema,
      handler: async ({ ctx, services, params: { id } }) =>
        adminProductResponse(await services.adminProducts.get(id), ctx.now),
    }),
  ),
]);
