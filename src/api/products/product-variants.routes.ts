import { z } from 'zod';
import { withCustomFields } from '#api/custom-fields/custom-fields.schemas.js';
import { showCustomFields } from '#api/custom-fields/show-custom-fields.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { productsErrors } from '#domain/products/products.errors.js';
import { variantInputSchema, variantOrderSchema } from './product-input.schemas.js';
import { productVariantSchema } from './products.schemas.js';

const base = '/vendor/products/:productId/variants';
const product = { productId: 'product' } as const;
const variant = { ...product, variantId: 'productVariant' } as const;
const writeErrors = [productsErrors.duplicateCombination, platformErrors.uniqueViolation];

/** A list of all variants of a product may be long. */
const ORDER_BYTES = 4 * 1024 * 1024;

const ownerOf = (ctx: Context, { productId }: { productId: string }) => ({
  vendorId: requireVendor(ctx),
  productId,
});

export const productVariantsRoutes = routes('products', [
  showCustomFields(
    { entity: 'productVariant', audience: 'vendor' },
    route({
      method: 'get',
      path: base,
      summary: 'List the variants of a product',
      description: 'In their order.',
      auth: 'vendor',
      params: product,
      response: z.array(productVariantSchema),
      handler: async ({ ctx, services, params }) => services.productVariants.list(ownerOf(ctx, params)),
    }),
  ),
  showCustomFields(
    { entity: 'productVariant', audience: 'vendor' },
    route({
      method: 'post',
      path: base,
      summary: 'Add a variant to a product',
      description: 'Its stock is opened with nothing on hand. Without a `sortOrder` it comes last.',
      auth: 'vendor',
      params: product,
      body: withCustomFields(variantInputSchema, 'productVariant', 'vendor'),
      response: productVariantSchema,
      success: 201,
      errors: writeErrors,
      handler: async ({ ctx, services, params, body }) =>
        services.productVariants.create(ctx, ownerOf(ctx, params), body),
    }),
  ),
  route({
    method: 'put',
    path: `${base}/reorder`,
    ifMatch: '/vendor/products/:productId',
    summary: 'Reorder the variants of a product',
    description: 'Variants that are not named keep their place.',
    auth: 'vendor',
    params: product,
    body: variantOrderSchema,
    bodyLimit: ORDER_BYTES,
    response: z.array(productVariantSchema),
    errors: writeErrors,
    handler: async ({ ctx, services, params, body }) =>
      services.productVariants.reorder(ctx, ownerOf(ctx, params), body.variants),
  }),
  showCustomFields(
    { entity: 'productVariant', audience: 'vendor' },
    route({
      method: 'patch',
      path: `${base}/:variantId`,
      ifMatch: '/vendor/products/:productId',
      summary: 'Update a variant',
      description: 'Fields that are left out stay. A complete combination attaches a detached variant.',
      auth: 'vendor',
      params: variant,
      body: withCustomFields(variantInputSchema, 'productVariant', 'vendor'),
      response: productVariantSchema,
      errors: writeErrors,
      handler: async ({ ctx, services, params, body }) =>
        services.productVariants.update(ctx, ownerOf(ctx, params), params.variantId, body),
    }),
  ),
  route({
    method: 'delete',
    path: `${base}/:variantId`,
    summary: 'Delete a variant',
    description: 'It is kept, marked as deleted. A repeat changes nothing.',
    auth: 'vendor',
    params: variant,
    response: productVariantSchema,
    handler: async ({ ctx, services, params }) =>
      services.productVariants.delete(ctx, ownerOf(ctx, params), params.variantId),
  }),
]);
