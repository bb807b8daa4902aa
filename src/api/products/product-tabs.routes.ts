import { z } from 'zod';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import type { Context } from '#domain/_shared/context.js';
import { tabInputSchema, tabOrderSchema, tabPatchSchema } from './product-input.schemas.js';
import { productTabSchema } from './products.schemas.js';

const base = '/vendor/products/:productId/tabs';
const product = { productId: 'product' } as const;
const tab = { ...product, tabId: 'productTab' } as const;

const ownerOf = (ctx: Context, { productId }: { productId: string }) => ({
  vendorId: requireVendor(ctx),
  productId,
});

export const productTabsRoutes = routes('products', [
  route({
    method: 'get',
    path: base,
    summary: 'List the tabs of a product',
    description: 'Active and inactive ones, in their order.',
    auth: 'vendor',
    params: product,
    response: z.array(productTabSchema),
    handler: async ({ ctx, services, params }) => services.productTabs.list(ownerOf(ctx, params)),
  }),
  route({
    method: 'post',
    path: base,
    summary: 'Add a tab to a product',
    description: 'Without a `sortOrder` it comes last.',
    auth: 'vendor',
    params: product,
    body: tabInputSchema,
    response: productTabSchema,
    success: 201,
    handler: async ({ ctx, services, params, body }) =>
      services.productTabs.create(ctx, ownerOf(ctx, params), body),
  }),
  route({
    method: 'put',
    path: `${base}/reorder`,
    ifMatch: '/vendor/products/:productId',
    summary: 'Reorder the tabs of a product',
    description: 'Tabs that are not named keep their place.',
    auth: 'vendor',
    params: product,
    body: tabOrderSchema,
    response: z.array(productTabSchema),
    handler: async ({ ctx, services, params, body }) =>
      services.productTabs.reorder(ctx, ownerOf(ctx, params), body.tabs),
  }),
  route({
    method: 'patch',
    path: `${base}/:tabId`,
    ifMatch: '/vendor/products/:productId',
    summary: 'Update a tab',
    description: 'Fields that are left out stay.',
    auth: 'vendor',
    params: tab,
    body: tabPatchSchema,
    response: productTabSchema,
    handler: async ({ ctx, services, params, body }) =>
      services.productTabs.update(ctx, ownerOf(ctx, params), params.tabId, body),
  }),
  route({
    method: 'delete',
    path: `${base}/:tabId`,
    summary: 'Delete a tab',
    description: 'It is kept, marked as deleted. A repeat changes nothing.',
    auth: 'vendor',
    params: tab,
    response: productTabSchema,
    handler: async ({ ctx, services, params }) =>
      services.productTabs.delete(ctx, ownerOf(ctx, params), params.tabId),
  }),
]);
