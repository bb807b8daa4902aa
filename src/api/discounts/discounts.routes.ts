import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { discountsErrors } from '#domain/discounts/discounts.errors.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import { explainDiscountSchema, explanationSchema } from './explain-discount.schemas.js';
import {
  createDiscountSchema,
  discountResponse,
  discountListQuery,
  discountSchema,
  redemptionResponse,
  redemptionSchema,
  redemptionsQuery,
  updateDiscountSchema,
} from './discounts.schemas.js';

const params = { id: 'discount' } as const;

export const discountsRoutes = routes('discounts', [
  route({
    method: 'get',
    path: '/admin/discounts',
    summary: 'List discounts',
    description: '`q` looks into names and codes.',
    auth: 'admin',
    permission: 'discount:read',
    query: discountListQuery,
    response: z.array(discountSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.discounts.list(query.filters, query.list), discountResponse),
  }),
  route({
    method: 'post',
    path: '/admin/discounts',
    summary: 'Create a discount',
    description: 'A coupon, or with `offer` an automatic offer, which applies without a code.',
    auth: 'admin',
    permission: 'discount:create',
    body: createDiscountSchema,
    bodyExample: { name: 'Diwali: 10 % off', code: 'DIWALI10', discountType: 'PERCENTAGE', value: 10 },
    response: discountSchema,
    success: 201,
    errors: [platformErrors.uniqueViolation, discountsErrors.tooManyOffers],
    handler: async ({ ctx, services, body }) => discountResponse(await services.discounts.create(ctx, body)),
  }),
  route({
    method: 'get',
    path: '/admin/discounts/:id',
    summary: 'Get a discount',
    description: 'Deleted discounts too.',
    auth: 'admin',
    permission: 'discount:read',
    params,
    response: discountSchema,
    handler: async ({ services, params: { id } }) => discountResponse(await services.discounts.get(id)),
  }),
  route({
    method: 'patch',
    path: '/admin/discounts/:id',
    summary: 'Update a discount',
    description:
      'Fields that are left out keep their values; the rules apply to the merged result. The code never changes.',
    auth: 'admin',
    permission: 'discount:update',
    params,
    body: updateDiscountSchema,
    response: discountSchema,
    errors: [discountsErrors.tooManyOffers],
    handler: async ({ ctx, services, params: { id }, body }) =>
      discountResponse(await services.discounts.update(ctx, id, body)),
  }),
  route({
    method: 'patch',
    path: '/admin/discounts/:id/archive',
    summary: 'Archive a discount',
    description: 'An archived discount no longer applies at checkout. Idempotent.',
    auth: 'admin',
    permission: 'discount:archive',
    params,
    response: discountSchema,
    handler: async ({ ctx, services, params: { id } }) =>
      discountResponse(await services.discounts.archive(ctx, id)),
  }),
  route({
    method: 'patch',
    path: '/admin/discounts/:id/unarchive',
    summary: 'Unarchive a discount',
    description: 'Idempotent.',
    auth: 'admin',
    permission: 'discount:archive',
    params,
    response: discountSchema,
    errors: [discountsErrors.tooManyOffers],
    handler: async ({ ctx, services, params: { id } }) =>
      discountResponse(await services.discounts.unarchive(ctx, id)),
  }),
  route({
    method: 'delete',
    path: '/admin/discounts/:id',
    summary: 'Delete a discount',
    description: 'A deleted entry can be restored. Idempotent.',
    auth: 'admin',
    permission: 'discount:delete',
    params,
    response: discountSchema,
    handler: async ({ ctx, services, params: { id } }) =>
      discountResponse(await services.discounts.delete(ctx, id)),
  }),
  route({
    method: 'post',
    path: '/admin/discounts/:id/restore',
    restores: true,
    summary: 'Restore a deleted discount',
    description: 'A discount that was archived is restored as archived. Idempotent.',
    auth: 'admin',
    permission: 'discount:update',
    params,
    response: discountSchema,
    errors: [platformErrors.uniqueViolation, discountsErrors.tooManyOffers],
    handler: async ({ ctx, services, params: { id } }) =>
      discountResponse(await services.discounts.restore(ctx, id)),
  }),
  route({
    method: 'get',
    path: '/admin/discounts/:id/redemptions',
    summary: 'List the redemptions of a discount',
    auth: 'admin',
    permission: 'discount:read',
    params,
    query: redemptionsQuery,
    response: z.array(redemptionSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, params: { id }, query }) =>
      pageReply(await services.discounts.redemptions(id, query), redemptionResponse),
  }),
  route({
    method: 'post',
    path: '/admin/discounts/:id/explain',
    summary: 'Explain why a discount applies to a cart or not',
    description:
      'Every rule and every line with whether the cart meets it, as if the coupon were added now, or at its place if ' +
      'the cart holds it. Changes nothing.',
    auth: 'admin',
    permission: 'discount:read',
    params,
    body: explainDiscountSchema,
    response: explanationSchema,
    errors: [pluginsErrors.portFailed],
    handler: async ({ ctx, services, params: { id }, body }) => services.explainDiscount(ctx, id, body),
  }),
]);
