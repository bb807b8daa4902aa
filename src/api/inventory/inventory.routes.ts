import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { inventoryErrors } from '#domain/inventory/inventory.errors.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  bulkAdjustmentSchema,
  stockAdjustmentSchema,
  stockLevelResponse,
  stockLevelSchema,
  stockMovementResponse,
  stockMovementSchema,
  stockMovementsQuery,
  stockListQuery,
  stockSettingsSchema,
} from './inventory.schemas.js';

const variant = { variantId: 'productVariant' } as const;

export const inventoryRoutes = routes('inventory', [
  route({
    method: 'get',
    path: '/vendor/inventory',
    summary: 'List the stock of the active vendor',
    description: 'Searches product titles and SKUs.',
    auth: 'vendor',
    query: stockListQuery,
    rows: 'productVariant',
    response: z.array(stockLevelSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.inventory.list(requireVendor(ctx), query), stockLevelResponse),
  }),
  route({
    method: 'post',
    path: '/vendor/inventory/bulk-adjust',
    summary: 'Adjust the stock of many variants',
    description: 'All or nothing. Each variant at most once.',
    auth: 'vendor',
    body: bulkAdjustmentSchema,
    rows: 'productVariant',
    response: z.array(stockLevelSchema),
    idempotent: true,
    errors: [platformErrors.notFound, inventoryErrors.insufficientStock],
    handler: async ({ ctx, services, body }) =>
      services.inventory.adjustAll(ctx, requireVendor(ctx), body.adjustments),
  }),
  route({
    method: 'get',
    path: '/vendor/inventory/:variantId',
    summary: 'Get the stock of a variant',
    auth: 'vendor',
    params: variant,
    response: stockLevelSchema,
    handler: ({ ctx, services, params }) => services.inventory.get(requireVendor(ctx), params.variantId),
  }),
  route({
    method: 'patch',
    path: '/vendor/inventory/:variantId',
    summary: 'Update the stock settings of a variant',
    auth: 'vendor',
    params: variant,
    body: stockSettingsSchema,
    response: stockLevelSchema,
    handler: async ({ ctx, services, params, body }) =>
      services.inventory.update(ctx, requireVendor(ctx), params.variantId, body),
  }),
  route({
    method: 'get',
    path: '/vendor/inventory/:variantId/movements',
    summary: 'List the stock movements of a variant',
    description: 'Newest first: adjustments, and pieces that orders hold, release or take.',
    auth: 'vendor',
    params: variant,
    query: stockMovementsQuery,
    response: z.array(stockMovementSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, params, query }) =>
      pageReply(
        await services.inventory.movements(requireVendor(ctx), params.variantId, query),
        stockMovementResponse,
      ),
  }),
  route({
    method: 'post',
    path: '/vendor/inventory/:variantId/adjust',
    summary: 'Adjust the stock of a variant',
    auth: 'vendor',
    params: variant,
    body: stockAdjustmentSchema,
    response: stockLevelSchema,
    idempotent: true,
    errors: [inventoryErrors.insufficientStock],
    handler: async ({ ctx, services, params, body }) =>
      services.inventory.adjust(ctx, requireVendor(ctx), { ...params, ...body }),
  }),
]);
