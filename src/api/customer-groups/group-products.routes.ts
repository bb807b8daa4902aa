import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { idOf, instantSchema, iso, moneySchema } from '#api/kernel/values.js';
import { MAX_PRODUCT_GROUPS, type MemberProduct } from '#domain/customer-groups/member-product.js';

const response = z
  .object({
    visibility: z.enum(['public', 'private']).meta({ description: 'Groups count while it is `private`' }),
    groups: z.array(z.object({ id: idOf('customerGroup'), name: z.string() })),
  })
  .meta({ id: 'ProductCustomerGroups' });

const memberProductSchema = z
  .object({
    id: idOf('product'),
    title: z.string(),
    slug: z.string(),
    thumbnail: z.string().nullable(),
    priceStart: moneySchema.nullable(),
    priceEnd: moneySchema.nullable(),
    publishedAt: instantSchema,
    vendor: z.object({ id: idOf('vendor'), slug: z.string(), displayName: z.string() }),
  })
  .meta({ id: 'MemberProduct' });

const memberProductsQuery = listQuerySchema({
  sort: ['publishedAt', 'title'],
  defaultSort: { field: 'publishedAt', direction: 'desc' },
});

const groupsOfProduct = {
  path: '/admin/products/:productId/customer-groups',
  auth: 'admin',
  params: { productId: 'product' },
  response,
} as const;

export const groupProductsRoutes = routes('customer-groups', [
  route({
    ...groupsOfProduct,
    method: 'get',
    summary: 'Get the customer groups that see a private product',
    permission: 'customerGroup:read',
    handler: ({ services, params }) => services.groupProducts.groupsOf(params.productId),
  }),
  route({
    ...groupsOfProduct,
    method: 'put',
    summary: 'Set the customer groups that see a private product',
    description:
      'Members see its page and buy it while it is private; to everybody else it does not exist. Only members find it by search; feeds and sitemap leave it out.',
    permission: 'customerGroup:update',
    unknownKeys: 'strict',
    body: z
      .strictObject({
        customerGroupIds: z.array(idOf('customerGroup').toLowerCase()).max(MAX_PRODUCT_GROUPS),
      })
      .meta({ id: 'ProductCustomerGroupsInput' }),
    bodyExample: { customerGroupIds: [] },
    handler: ({ ctx, services, params, body }) =>
      services.groupProducts.save(ctx, params.productId, body.customerGroupIds),
  }),
  route({
    method: 'get',
    path: '/store/member-products',
    summary: 'List the private products that the current user sees as a member',
    description: 'Those of the customer groups of the caller. Searches titles.',
    auth: 'customer',
    query: memberProductsQuery,
    response: z.array(memberProductSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(
        await services.groupProducts.ofMember(ctx, query),
        ({ publishedAt, ...rest }: MemberProduct): z.input<typeof memberProductSchema> => ({
          ...rest,
          publishedAt: iso(publishedAt),
        }),
      ),
  }),
]);
