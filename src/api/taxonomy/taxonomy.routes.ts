import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { slugOf } from '#api/kernel/values.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type TaxonomyKind, taxonomyKinds, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';
import { taxonomyErrors } from '#domain/taxonomy/taxonomy.errors.js';
import {
  itemAnswer,
  listRowAnswer,
  publicItemAnswer,
  taxonomyListQuery,
  taxonomySchemas,
} from './taxonomy.schemas.js';

function routesOf(kind: TaxonomyKind) {
  const { entity, phrase, tree } = taxonomyTraits[kind];
  const { input, patch, item, listRow, publicItem } = taxonomySchemas(kind);
  const params = { id: entity };

  return [
    route({
      method: 'get',
      path: `/admin/${kind}`,
      summary: `List ${kind}`,
      auth: 'admin',
      permission: 'taxonomy:read',
      query: taxonomyListQuery(kind, { softDelete: true }),
      answer: z.array(listRow),
      metadata: pageMetadataSchema,
      handler: async ({ services, query }) =>
        pageReply(await services.taxonomy.listForAdmin(kind, query), listRowAnswer),
    }),
    route({
      method: 'post',
      path: `/admin/${kind}`,
      summary: `Create ${phrase}`,
      auth: 'admin',
      permission: 'taxonomy:create',
      body: input,
      answer: item,
      success: 201,
      errors: [platformErrors.uniqueViolation],
      handler: async ({ ctx, services, body }) => itemAnswer(await services.taxonomy.create(ctx, kind, body)),
    }),
    route({
      method: 'get',
      path: `/admin/${kind}/:id`,
      summary: `Retrieve ${phrase}, deleted or not`,
      auth: 'admin',
      permission: 'taxonomy:read',
      params,
      answer: item,
      handler: async ({ services, params }) => itemAnswer(await services.taxonomy.get(kind, params.id)),
    }),
    route({
      method: 'put',
      path: `/admin/${kind}/:id`,
      summary: `Update ${phrase}`,
      description: 'Fields that are left out stay as they are.',
      auth: 'admin',
      permission: 'taxonomy:update',
      params,
      body: patch,
      answer: item,
      errors: [platformErrors.uniqueViolation],
      handler: async ({ ctx, services, params, body }) =>
        itemAnswer(await services.taxonomy.update(ctx, kind, params.id, body)),
    }),
    route({
      method: 'delete',
      path: `/admin/${kind}/:id`,
      summary: `Delete ${phrase}`,
      description: 'It can be restored. Products keep it, and stop showing it. A repeat changes nothing.',
      auth: 'admin',
      permission: 'taxonomy:delete',
      params,
      answer: item,
      errors: tree ? [taxonomyErrors.hasChildren] : [],
      handler: async ({ ctx, services, params }) =>
        itemAnswer(await services.taxonomy.delete(ctx, kind, params.id)),
    }),
    route({
      method: 'post',
      path: `/admin/${kind}/:id/restore`,
      summary: `Restore ${phrase}`,
      description: 'Idempotent.',
      auth: 'admin',
      permission: 'taxonomy:update',
      params,
      answer: item,
      errors: [platformErrors.uniqueViolation, ...(tree ? [taxonomyErrors.parentDeleted] : [])],
      handler: async ({ ctx, services, params }) =>
        itemAnswer(await services.taxonomy.restore(ctx, kind, params.id)),
    }),
    route({
      method: 'get',
      path: `/store/${kind}`,
      summary: `List ${kind} in the storefront`,
      auth: 'public',
      query: taxonomyListQuery(kind, { softDelete: false }),
      answer: z.array(publicItem),
      metadata: pageMetadataSchema,
      handler: async ({ services, query }) =>
        pageReply(await services.taxonomy.listForStore(kind, query), publicItemAnswer),
    }),
    route({
      method: 'get',
      path: `/store/${kind}/slug/:slug`,
      summary: `Retrieve ${phrase} by slug`,
      auth: 'public',
      params: { slug: slugOf(entity) },
      answer: publicItem,
      handler: async ({ services, params }) =>
        publicItemAnswer(await services.taxonomy.getBySlug(kind, params.slug)),
    }),
  ];
}

/** The four kinds, declared once. */
export const taxonomyRoutes = routes('taxonomy', taxonomyKinds.flatMap(routesOf));
