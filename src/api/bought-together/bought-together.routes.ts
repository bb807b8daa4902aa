import { z } from 'zod';
import { JsonText, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { idOf, instantSchema, iso, moneySchema, wholeNumberText } from '#api/kernel/values.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

const MAX = 10;
const DEFAULT = 4;

const productsSchema = z
  .object({
    products: z.array(
      z
        .object({
          id: idOf('product'),
          slug: z.string(),
          title: z.string(),
          thumbnail: z.string().nullable(),
          priceStart: moneySchema.nullable(),
          priceEnd: moneySchema.nullable(),
          inStock: z.boolean(),
          hasActiveSpecial: z.boolean(),
        })
        .meta({ id: 'BoughtTogetherProduct' }),
    ),
  })
  .meta({ id: 'BoughtTogether' });

const anchorsSchema = z
  .object({
    productIds: z.array(idOf('product')).min(1).max(50).meta({ description: 'Products of the cart' }),
    limit: z.int().min(1).max(MAX).default(DEFAULT),
  })
  .meta({ id: 'BoughtTogetherInput' });

const stateSchema = z
  .object({
    computedAt: instantSchema.nullable().meta({ description: 'Null before the first computation' }),
    orders: z.int().meta({ description: 'Orders that were counted' }),
    pairs: z.int(),
    lastError: z.string().nullable().meta({ description: 'Of the latest attempt that failed since then' }),
    lastErrorAt: instantSchema.nullable(),
  })
  .meta({ id: 'BoughtTogetherState' });

const pairSchema = z
  .object({
    productId: idOf('product'),
    productTitle: z.string(),
    otherId: idOf('product'),
    otherTitle: z.string(),
    orders: z.int().meta({ description: 'Orders with both' }),
    confidence: z.number().meta({ description: 'Orders with both, divided by orders with the product' }),
  })
  .meta({ id: 'BoughtTogetherPair' });

const productsReply = (products: string) =>
  new JsonText<z.input<typeof productsSchema>>(`{"products":${products}}`);

export const boughtTogetherRoutes = routes('bought-together', [
  route({
    method: 'get',
    path: '/store/products/:productId/fbt',
    summary: 'List products frequently bought together with a product',
    description: 'The best first. Empty without enough orders, and while the setting `fbt.enabled` is off.',
    auth: 'public',
    params: { productId: 'product' },
    query: z.object({ limit: wholeNumberText({ min: 1, max: MAX, fallback: DEFAULT }) }),
    response: productsSchema,
    handler: async ({ ctx, services, params, query }) =>
      new Reply(productsReply(await services.boughtTogether.read(ctx, [params.productId], query.limit))),
  }),
  route({
    method: 'post',
    path: '/store/cart/fbt',
    summary: 'List products frequently bought together with those of a cart',
    description: 'The best first, by the sum over the products that are sent; those never appear.',
    auth: 'public',
    body: anchorsSchema,
    response: productsSchema,
    handler: async ({ ctx, services, body }) =>
      new Reply(productsReply(await services.boughtTogether.read(ctx, body.productIds, body.limit))),
  }),
  route({
    method: 'get',
    path: '/admin/fbt',
    summary: 'Get the state of the products bought together',
    auth: 'admin',
    permission: 'fbt:refresh',
    response: stateSchema,
    handler: async ({ services }) => {
      const { computedAt, lastErrorAt, ...rest } = await services.boughtTogether.state();
      return { ...rest, computedAt: iso(computedAt), lastErrorAt: iso(lastErrorAt) };
    },
  }),
  route({
    method: 'get',
    path: '/admin/fbt/pairs',
    summary: 'List the pairs of products bought together',
    description:
      'Those with the most joint orders, each product of a pair in turn; of one product with `productId`.',
    auth: 'admin',
    permission: 'fbt:refresh',
    query: z.object({
      productId: idOf('product').optional(),
      limit: wholeNumberText({ min: 1, max: 100, fallback: 50 }),
    }),
    response: z.array(pairSchema),
    handler: ({ services, query }) => services.boughtTogether.pairs(query),
  }),
  route({
    method: 'post',
    path: '/admin/fbt/refresh',
    summary: 'Compute the products bought together now',
    description:
      'It happens each night by itself. A request during a computation is followed by another one.',
    auth: 'admin',
    permission: 'fbt:refresh',
    response: z.object({ jobId: z.string() }).meta({ id: 'BoughtTogetherJob' }),
    success: 202,
    errors: [platformErrors.engineUnavailable],
    handler: ({ ctx, services }) => services.boughtTogether.refresh(ctx),
  }),
]);
