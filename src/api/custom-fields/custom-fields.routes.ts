import { z } from 'zod';
import { requireUser, requireVendor } from '#api/kernel/require.js';
import { type Route, route, routes } from '#api/kernel/route.js';
import type { Context } from '#domain/_shared/context.js';
import type { CustomFieldEntity } from '#domain/_shared/custom-field.js';
import type { FieldAudience, FieldScope } from '#domain/custom-fields/declared-fields.js';
import { customFieldsErrors } from '#domain/custom-fields/custom-fields.errors.js';
import { declaredFieldSchema, fieldsPatchSchema, fieldsSchema } from './custom-fields.schemas.js';

/** One kind of row as one audience reaches it. */
interface Place {
  entity: CustomFieldEntity;
  audience: FieldAudience;
  path: string;
  /** As a summary names the row. */
  title: string;
  auth: Route['auth'];
  scope: (ctx: Context) => FieldScope;
  /** Where the row is not named by the path. */
  entityId?: (ctx: Context) => string;
  write: boolean;
}

const everything = () => ({});
const ofVendor = (ctx: Context) => ({ vendorId: requireVendor(ctx) });
const ofCustomer = (ctx: Context) => ({ userId: requireUser(ctx) });
const onStorefront = () => ({ onStorefront: true as const });

const collections: [CustomFieldEntity, path: string, title: string][] = [
  ['product', 'products', 'a product'],
  ['productVariant', 'variants', 'a variant'],
  ['order', 'orders', 'an order'],
  ['vendor', 'vendors', 'a vendor'],
  ['user', 'users', 'a user'],
  ['category', 'categories', 'a category'],
];
const at = (root: string, entity: CustomFieldEntity): Pick<Place, 'entity' | 'path' | 'title'> => {
  const [, path = '', title = ''] = collections.find(([name]) => name === entity) ?? [];
  return { entity, path: `${root}/${path}/:id`, title };
};

const admin = { audience: 'admin', auth: 'admin', scope: everything, write: true } as const;
const vendor = { audience: 'vendor', auth: 'vendor', scope: ofVendor } as const;
const storefront = { audience: 'public', auth: 'public', scope: onStorefront, write: false } as const;

const places: Place[] = [
  ...collections.map(([entity]): Place => ({ ...at('/admin/custom-fields', entity), ...admin })),
  { ...at('/vendor/custom-fields', 'product'), ...vendor, write: true },
  { ...at('/vendor/custom-fields', 'productVariant'), ...vendor, write: true },
  { ...at('/vendor/custom-fields', 'order'), ...vendor, write: false },
  {
    entity: 'vendor',
    path: '/vendor/custom-fields/vendor',
    title: 'the active vendor',
    ...vendor,
    write: true,
    entityId: requireVendor,
  },
  {
    entity: 'user',
    path: '/me/custom-fields',
    title: 'the signed-in user',
    audience: 'customer',
    auth: 'customer',
    scope: ofCustomer,
    write: true,
    entityId: requireUser,
  },
  {
    ...at('/store/custom-fields', 'order'),
    audience: 'customer',
    auth: 'customer',
    scope: ofCustomer,
    write: false,
  },
  { ...at('/store/custom-fields', 'product'), ...storefront },
  { ...at('/store/custom-fields', 'productVariant'), ...storefront },
  { ...at('/store/custom-fields', 'vendor'), ...storefront },
  { ...at('/store/custom-fields', 'category'), ...storefront },
];

const paramsOf = ({ entity, entityId }: Place) => (entityId ? {} : { id: entity });

/** What each of the routes of a place has. */
const shared = (place: Place) => ({
  path: place.path,
  auth: place.auth,
  params: paramsOf(place) as { id: CustomFieldEntity },
  response: fieldsSchema(place.entity, place.audience),
});

const requestOf = ({ entity, audience, scope, entityId }: Place, ctx: Context, id: string) => ({
  entity,
  audience,
  scope: scope(ctx),
  entityId: entityId ? entityId(ctx) : id,
});

const readRoute = (place: Place) =>
  route({
    ...shared(place),
    method: 'get',
    summary: `Get the custom fields of ${place.title}`,
    description: 'Every declared field that the caller sees; null is not set.',
    ...(place.auth === 'admin' && { permission: 'customField:read' }),
    handler: ({ ctx, services, params }) => services.customFields.get(requestOf(place, ctx, params.id)),
  });

const writeRoute = (place: Place) =>
  route({
    ...shared(place),
    method: 'patch',
    summary: `Update the custom fields of ${place.title}`,
    description: 'Null takes a field away; fields that are left out stay. A row has at most 16 KiB of them.',
    ...(place.auth === 'admin' && { permission: 'customField:update' }),
    unknownKeys: 'strict',
    body: fieldsPatchSchema(place.entity, place.audience),
    bodyExample: {},
    errors: [customFieldsErrors.tooLarge],
    handler: ({ ctx, services, params, body }) =>
      services.customFields.update(ctx, requestOf(place, ctx, params.id), body),
  });

export const customFieldsRoutes = routes('custom-fields', [
  route({
    method: 'get',
    path: '/admin/custom-fields',
    summary: 'List declared custom fields',
    description: 'What plugins and `haat.config.ts` add to rows.',
    auth: 'admin',
    permission: 'customField:read',
    response: z.array(declaredFieldSchema),
    handler: async ({ services }) => services.customFields.declared(),
  }),
  ...places.map(readRoute),
  ...places.filter(({ write }) => write).map(writeRoute),
]);
