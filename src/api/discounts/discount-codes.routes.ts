import { z } from 'zod';
import { CSV, sendFile } from '#api/kernel/send-file.js';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { instantSchema } from '#api/kernel/values.js';
import { type DiscountCode, MAX_BULK_CODES } from '#domain/discounts/discount-code.js';
import { discountsErrors } from '#domain/discounts/discounts.errors.js';

const params = { id: 'discount' } as const;

const codeSchema = z
  .object({
    code: z.string().meta({ example: 'GIFT-7QXK2MPA9B' }),
    orderNumber: z.string().nullable().meta({ description: 'The order that uses it' }),
    createdAt: instantSchema,
  })
  .meta({ id: 'DiscountCode' });

const inputSchema = z
  .object({
    prefix: z
      .string()
      .max(20)
      .regex(/^[A-Z0-9_-]*$/, 'must consist of capitals, digits, "_" and "-"')
      .meta({ description: 'Start of each code; ten random letters and digits follow', example: 'GIFT-' }),
    count: z.int().min(1).max(MAX_BULK_CODES),
  })
  .meta({ id: 'DiscountCodesInput' });

const codesQuery = listQuerySchema({
  filters: { used: 'boolean', createdAt: 'date' },
  sort: ['createdAt'],
});

const codeResponse = ({ code, orderNumber, createdAt }: DiscountCode) => ({
  code,
  orderNumber,
  createdAt: createdAt.toISOString(),
});

export const discountCodesRoutes = routes('discounts', [
  route({
    method: 'post',
    path: '/admin/discounts/:id/codes',
    summary: 'Create codes of a discount in bulk',
    description:
      'Each code is for one order, beside the code of the discount itself, and has its terms. The order gives it back when it is cancelled.',
    auth: 'admin',
    permission: 'discount:create',
    params,
    body: inputSchema,
    bodyExample: { prefix: 'GIFT-', count: 3 },
    response: z.object({ created: z.int(), total: z.int() }).meta({ id: 'DiscountCodesCreated' }),
    success: 201,
    idempotent: true,
    errors: [discountsErrors.tooManyCodes, discountsErrors.offerWithoutCodes],
    handler: async ({ ctx, services, params: { id }, body }) => services.discountCodes.create(ctx, id, body),
  }),
  route({
    method: 'get',
    path: '/admin/discounts/:id/codes',
    summary: 'List the bulk codes of a discount',
    description: '`search` looks into codes.',
    auth: 'admin',
    permission: 'discount:read',
    params,
    query: codesQuery,
    response: z.array(codeSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, params: { id }, query }) =>
      pageReply(await services.discountCodes.list(id, query), codeResponse),
  }),
  route({
    method: 'get',
    path: '/admin/discounts/:id/codes/export',
    summary: 'Export the bulk codes of a discount',
    description: 'A CSV of all codes with the order that uses each. Every export is audited.',
    auth: 'admin',
    permission: 'discount:read',
    params,
    kind: 'file',
    contentType: 'text/csv',
    handler: async ({ ctx, services, params: { id }, response }) => {
      const lines = await services.discountCodes.export(ctx, id);
      await sendFile(response, { name: 'discount-codes.csv', contentType: CSV, content: lines });
    },
  }),
]);
