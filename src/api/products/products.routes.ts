import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { jsonPageReply, JsonText, Reply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { withCustomFields } from '#api/custom-fields/custom-fields.schemas.js';
import { showCustomFields } from '#api/custom-fields/show-custom-fields.js';
import { slugOf } from '#api/kernel/values.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { productsErrors } from '#domain/products/products.errors.js';
import type { ProductSummary, VendorProduct } from '#domain/products/vendor-product.js';
import { PRODUCT_BYTES, productReply } from './product-changes.routes.js';
import { newProductSchema } from './product-input.schemas.js';
import {
  productDetailResponse,
  productDetailSchema,
  productListQuery,
  productSchema,
  productSummarySchema,
  productTag,
} from './products.schemas.js';
import { type StoreProductResponse, storeProductSchema } from './store-product.schemas.js';

/** Prices and stock are current; a shared cache may serve a page that many look at for some seconds. */
const MEMBER_CACHE = { 'Cache-Control': 'private, no-store' };
const STORE_CACHE = { 'Cache-Control': 'public, max-age=10, stale-while-revalidate=30' };

const product = { productId: 'product' } as const;

function detailReply(found: VendorProduct) {
  return new Reply(productDetailResponse(found), { headers: { ETag: productTag(found) } });
}

export const productsRoutes = routes('products', [
  showCustomFields(
    { entity: 'product', audience: 'vendor' },
    route({
      method: 'post',
      path: '/vendor/products',
      summary: 'Create a product with its options, variants and tabs',
      description: 'All or nothing. The stock of each variant is opened with nothing on hand.',
      auth: 'vendor',
      body: withCustomFields(newProductSchema, 'product', 'vendor'),
      bodyLimit: PRODUCT_BYTES,
      response: productSchema,
      success: 201,
      errors: [productsErrors.duplicateCombination, platformErrors.uniqueViolation],
      handler: async ({ ctx, services, body: { customFields, ...body } }) => {
        const within = services.customFields.within;
        const created = await services.products.create(ctx, requireVendor(ctx), body, {
          ofProduct: within(ctx, 'product', customFields),
          ofVariants: body.variants?.map((variant) => within(ctx, 'productVariant', variant.customFields)),
        });
        return productReply(created);
      },
    }),
  ),
  showCustomFields(
    { entity: 'product', audience: 'vendor' },
    route({
      method: 'get',
      path: '/vendor/products',
      summary: 'List the products of the active vendor',
      description: 'Searches titles, slugs and SKUs.',
      auth: 'vendor',
      query: productListQuery,
      response: z.array(productSummarySchema),
      metadata: pageMetadataSchema,
      handler: async ({ ctx, services, query }) => {
        const { page, json } = await services.products.list(requireVendor(ctx), query);
        return jsonPageReply<ProductSummary>(page, json);
      },
    }),
  ),
  showCustomFields(
    { entity: 'product', audience: 'vendor' },
    route({
      method: 'get',
      path: '/vendor/products/:productId',
      summary: 'Get the summary of a product',
      auth: 'vendor',
      params: product,
      response: productSummarySchema,
      handler: async ({ ctx, services, params }) =>
        services.products.summary(requireVendor(ctx), params.productId),
    }),
  ),
  showCustomFields(
    { entity: 'product', audience: 'vendor' },
    route({
      method: 'get',
      path: '/vendor/products/:productId/detail',
      summary: 'Get a product with its variants and options',
      auth: 'vendor',
      params: product,
      response: productDetailSchema,
      handler: async ({ ctx, services, params }) =>
        detailReply(await services.products.detail(requireVendor(ctx), params.productId)),
    }),
  ),
  route({
    method: 'delete',
    path: '/vendor/products/:productId',
    summary: 'Delete a product with its variants and tabs',
    description: 'They are kept, marked as deleted. A repeat changes nothing.',
    auth: 'vendor',
    params: product,
    response: productSummarySchema,
    handler: async ({ ctx, services, params }) =>
      services.products.delete(ctx, requireVendor(ctx), params.productId),
  }),
  showCustomFields(
    { entity: 'product', audience: 'public' },
    route({
      method: 'get',
      path: '/store/products/slug/:slug',
      summary: 'Get a published product by slug',
      description:
        'Only active, published products of active vendors that are public, or private and for a customer group of the caller. Has an ETag.',
      auth: 'public',
      params: { slug: slugOf('product') },
      response: storeProductSchema,
      handler: async ({ ctx, services, params }) => {
        const { product, forMembers } = await services.storeProducts.bySlug(ctx, params.slug);
        // What a member sees is kept by no shared cache.
        const headers = forMembers ? MEMBER_CACHE : STORE_CACHE;
        return new Reply(new JsonText<StoreProductResponse>(product), { headers });
      },
    }),
  ),
]);
