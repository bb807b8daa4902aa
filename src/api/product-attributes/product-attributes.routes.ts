import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { productAttributesErrors } from '#domain/product-attributes/product-attributes.errors.js';
import {
  attributeResponse,
  attributeInputSchema,
  attributeListQuery,
  attributePatchSchema,
  attributeSchema,
  liveAttributeListQuery,
} from './product-attributes.schemas.js';

const base = '/admin/product-attributes';
const params = { id: 'productAttribute' } as const;

export const productAttributesRoutes = routes('product-attributes', [
  route({
    method: 'get',
    path: base,
    summary: 'List product attributes',
    description: 'Searches titles and codes.',
    auth: 'admin',
    permission: 'productAttribute:read',
    query: attributeListQuery,
    response: z.array(attributeSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.attributes.list(query), attributeResponse),
  }),
  route({
    method: 'get',
    path: `${base}/:id`,
    summary: 'Get a product attribute, deleted or not',
    auth: 'admin',
    permission: 'productAttribute:read',
    params,
    response: attributeSchema,
    handler: async ({ services, params }) => attributeResponse(await services.attributes.get(params.id)),
  }),
  route({
    method: 'post',
    path: base,
    summary: 'Create a product attribute',
    auth: 'admin',
    permission: 'productAttribute:create',
    body: attributeInputSchema,
    response: attributeSchema,
    success: 201,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, body }) =>
      attributeResponse(await services.attributes.create(ctx, body)),
  }),
  route({
    method: 'put',
    path: `${base}/:id`,
    summary: 'Update a product attribute',
    description:
      'Fields that are left out stay. `values` replaces the whole set: those that are found by id or by their text keep their id.',
    auth: 'admin',
    permission: 'productAttribute:update',
    params,
    body: attributePatchSchema,
    response: attributeSchema,
    errors: [
      platformErrors.uniqueViolation,
      productAttributesErrors.typeInUse,
      productAttributesErrors.valueInUse,
      productAttributesErrors.valuesShared,
    ],
    handler: async ({ ctx, services, params, body }) =>
      attributeResponse(await services.attributes.update(ctx, params.id, body)),
  }),
  route({
    method: 'delete',
    path: `${base}/:id`,
    summary: 'Delete a product attribute',
    description: 'It can be restored. Products keep it, and stop showing it. A repeat changes nothing.',
    auth: 'admin',
    permission: 'productAttribute:delete',
    params,
    response: attributeSchema,
    handler: async ({ ctx, services, params }) =>
      attributeResponse(await services.attributes.delete(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: `${base}/:id/restore`,
    restores: true,
    summary: 'Restore a product attribute',
    description: 'Idempotent.',
    auth: 'admin',
    permission: 'productAttribute:update',
    params,
    response: attributeSchema,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params }) =>
      attributeResponse(await services.attributes.restore(ctx, params.id)),
  }),
  route({
    method: 'get',
    path: '/vendor/product-attributes',
    summary: 'List active product attributes',
    auth: 'vendor',
    query: liveAttributeListQuery,
    response: z.array(attributeSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.attributes.list(query), attributeResponse),
  }),
]);
