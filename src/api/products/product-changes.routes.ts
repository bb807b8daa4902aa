import { withCustomFields } from '#api/custom-fields/custom-fields.schemas.js';
import { showCustomFields } from '#api/custom-fields/show-custom-fields.js';
import { ifMatchOf } from '#api/kernel/entity-tag.js';
import { Reply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { productsErrors } from '#domain/products/products.errors.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { bulkProductsSchema, bulkResultSchema } from './bulk-products.schemas.js';
import {
  productBasicsSchema,
  productMediaSchema,
  productOptionsSchema,
  productSyncSchema,
} from './product-input.schemas.js';
import { productResponse, productSchema, productTag } from './products.schemas.js';
import { syncSections } from './sync-sections.js';

/** Room for a product of some hundred variants with their descriptions. */
export const PRODUCT_BYTES = 4 * 1024 * 1024;

const product = { productId: 'product' } as const;

/** A whole product with its entity tag. */
export function productReply(found: VendorProduct) {
  return new Reply(productResponse(found), { headers: { ETag: productTag(found) } });
}

export const productChangesRoutes = routes('products', [
  route({
    method: 'post',
    path: '/vendor/products/bulk',
    summary: 'Update many products at once',
    description:
      'Publishes, archives, changes prices by percent, adds and removes tags, or sets an attribute. Each product has its own transaction and outcome: 200 also when some fail. `dryRun` says what would happen.',
    auth: 'vendor',
    body: bulkProductsSchema,
    idempotent: true,
    rows: 'product',
    response: bulkResultSchema,
    bodyExample: { productIds: ['0199c0de-7e5c-7000-8000-000000000001'], action: 'publish' },
    handler: async ({ ctx, services, body }) => services.products.changeMany(ctx, requireVendor(ctx), body),
  }),
  showCustomFields(
    { entity: 'product', audience: 'vendor' },
    route({
      method: 'patch',
      path: '/vendor/products/:productId/basics',
      summary: 'Update the basic fields of a product',
      description: 'Partial. Each list of ids that is sent replaces the whole set.',
      auth: 'vendor',
      params: product,
      body: withCustomFields(productBasicsSchema, 'product', 'vendor'),
      ifMatch: true,
      response: productSchema,
      errors: [platformErrors.uniqueViolation],
      handler: async ({ ctx, services, params, body: { customFields, ...basics }, request }) => {
        const owner = { vendorId: requireVendor(ctx), productId: params.productId };
        const options = { change: 'basics', basicsPath: 'body', ifMatch: ifMatchOf(request) } as const;
        return productReply(await services.products.change(ctx, owner, { basics, customFields }, options));
      },
    }),
  ),
  route({
    method: 'patch',
    path: '/vendor/products/:productId/media',
    summary: 'Update the images of a product',
    description: 'A field that is left out stays; `images` replaces the whole list.',
    auth: 'vendor',
    params: product,
    body: productMediaSchema,
    ifMatch: true,
    response: productSchema,
    handler: async ({ ctx, services, params, body, request }) => {
      const owner = { vendorId: requireVendor(ctx), productId: params.productId };
      const options = { change: 'media', basicsPath: 'body', ifMatch: ifMatchOf(request) } as const;
      return productReply(await services.products.change(ctx, owner, { media: body }, options));
    },
  }),
  route({
    method: 'put',
    path: '/vendor/products/:productId/options',
    summary: 'Replace the options of a product',
    description:
      'Options and values of an equal name keep their ids, whatever their case. Variants whose values are gone, and all but the first of those left with one combination, are detached: they stay, and cannot be bought until they are completed.',
    auth: 'vendor',
    params: product,
    body: productOptionsSchema,
    ifMatch: true,
    response: productSchema,
    handler: async ({ ctx, services, params, body, request }) => {
      const owner = { vendorId: requireVendor(ctx), productId: params.productId };
      const options = { change: 'options', basicsPath: 'body', ifMatch: ifMatchOf(request) } as const;
      return productReply(await services.products.change(ctx, owner, { options: body.options }, options));
    },
  }),
  showCustomFields(
    { entity: 'product', audience: 'vendor' },
    route({
      method: 'put',
      path: '/vendor/products/:productId/sync',
      summary: 'Update all sections of a product at once',
      description:
        'All or nothing. Each section is optional. `options` replaces them all; variants and tabs are changed by `id` or added, those that are left out stay, and `delete: true` deletes one. Variants name their values by `optionValues` or by `optionValueIds`.',
      auth: 'vendor',
      params: product,
      body: withCustomFields(productSyncSchema, 'product', 'vendor'),
      bodyLimit: PRODUCT_BYTES,
      ifMatch: true,
      response: productSchema,
      errors: [productsErrors.duplicateCombination, platformErrors.uniqueViolation],
      handler: async ({ ctx, services, params, body: { customFields, ...body }, request }) => {
        const owner = { vendorId: requireVendor(ctx), productId: params.productId };
        const options = {
          change: 'sync',
          basicsPath: 'body.basics',
          ifMatch: ifMatchOf(request),
        } as const;
        const sections = { ...syncSections(body), customFields };
        return productReply(await services.products.change(ctx, owner, sections, options));
      },
    }),
  ),
]);
