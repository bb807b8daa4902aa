import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { type Route, route, routes } from '#api/kernel/route.js';
import { withCustomFields } from '#api/custom-fields/custom-fields.schemas.js';
import { showCustomFields } from '#api/custom-fields/show-custom-fields.js';
import type { FieldAudience } from '#domain/custom-fields/declared-fields.js';
import { slugOf } from '#api/kernel/values.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type TaxonomyKind, taxonomyKinds, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';
import { taxonomyErrors } from '#domain/taxonomy/taxonomy.errors.js';
import {
  itemResponse,
  listRowResponse,
  publicItemResponse,
  taxonomyListQuery,
  taxonomySchemas,
} from './taxonomy.schemas.js';

function routesOf(kind: TaxonomyKind) {
  const { entity, phrase, tree } = taxonomyTraits[kind];
  const { input, patch, item, listRow, publicItem } = taxonomySchemas(kind);
  const params = { id: entity };
  const shown = (audience: FieldAudience, draft: Omit<Route, 'slug'>) =>
    kind === 'categories' ? showCustomFields({ entity: 'category', audience }, draft) : draft;
  const taken = <Body extends z.ZodObject>(body: Body) =>
    (kind === 'categories' ? withCustomFields(body, 'category', 'admin') : body) as ReturnType<
      typeof withCustomFields<Body>
    >;

  return [
    shown(
      'admin',
      route({
        method: 'get',
        path: `/admin/${kind}`,
        summary: `List ${kind}`,
        auth: 'admin',
        permission: 'taxonomy:read',
        query: taxonomyListQuery(kind, { softDelete: true }),
        response: z.array(listRow),
        metadata: pageMetadataSchema,
        handler: async ({ services, query }) =>
          pageReply(await services.taxonomy.listForAdmin(kind, query), listRowResponse),
      }),
    ),
    shown(
      'admin',
      route({
        method: 'post',
        path: `/admin/${kind}`,
        summary: `Create ${phrase}`,
        auth: 'admin',
        permission: 'taxonomy:create',
        body: taken(input),
        response: item,
        success: 201,
        errors: [platformErrors.uniqueViolation],
        handler: async ({ ctx, services, body: { customFields, ...body } }) => {
          const also = services.customFields.within(ctx, 'category', customFields);
          return itemResponse(await services.taxonomy.create(ctx, kind, body, also));
        },
      }),
    ),
    shown(
      'admin',
      route({
        method: 'get',
        path: `/admin/${kind}/:id`,
        summary: `Get ${phrase}, deleted or not`,
        auth: 'admin',
        permission: 'taxonomy:read',
        params,
        response: item,
        handler: async ({ services, params }) => itemResponse(await services.taxonomy.get(kind, params.id)),
      }),
    ),
    shown(
      'admin',
      route({
        method: 'put',
        path: `/admin/${kind}/:id`,
        summary: `Update ${phrase}`,
        description: 'Fields that are left out stay as they are.',
        auth: 'admin',
        permission: 'taxonomy:update',
        params,
        body: taken(patch),
        response: item,
        errors: [platformErrors.uniqueViolation],
        handler: async ({ ctx, services, params, body: { customFields, ...body } }) => {
          const also = services.customFields.within(ctx, 'category', customFields);
          return itemResponse(await services.taxonomy.update(ctx, kind, params.id, body, also));
        },
      }),
    ),
    route({
      method: 'delete',
      path: `/admin/${kind}/:id`,
      summary: `Delete ${phrase}`,
      description: 'It can be restored. Products keep it, and stop showing it. A repeat changes nothing.',
      auth: 'admin',
      permission: 'taxonomy:delete',
      params,
      response: item,
      errors: tree ? [taxonomyErrors.hasChildren] : [],
      handler: async ({ ctx, services, params }) =>
        itemResponse(await services.taxonomy.delete(ctx, kind, params.id)),
    }),
    route({
      method: 'post',
      path: `/admin/${kind}/:id/restore`,
      restores: true,
      summary: `Restore ${phrase}`,
      description: 'Idempotent.',
      auth: 'admin',
      permission: 'taxonomy:update',
      params,
      response: item,
      errors: [platformErrors.uniqueViolation, ...(tree ? [taxonomyErrors.parentDeleted] : [])],
      handler: async ({ ctx, services, params }) =>
        itemResponse(await services.taxonomy.restore(ctx, kind, params.id)),
    }),
    shown(
      'public',
      route({
        method: 'get',
        path: `/store/${kind}`,
        summary: `List ${kind} in the storefront`,
        auth: 'public',
        query: taxonomyListQuery(kind, { softDelete: false }),
        response: z.array(publicItem),
        metadata: pageMetadataSchema,
        handler: async ({ services, query }) =>
          pageReply(await services.taxonomy.listForStore(kind, query), publicItemResponse),
      }),
    ),
    shown(
      'public',
      route({
        method: 'get',
        path: `/store/${kind}/slug/:slug`,
        summary: `Get ${phrase} by slug`,
        auth: 'public',
        params: { slug: slugOf(entity) },
        response: publicItem,
        handler: async ({ services, params }) =>
          publicItemResponse(await services.taxonomy.getBySlug(kind, params.slug)),
      }),
    ),
  ];
}

/** The four kinds, declared once. */
export const taxonomyRoutes = routes('taxonomy', taxonomyKinds.flatMap(routesOf));
