import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { customerGroupsErrors } from '#domain/customer-groups/customer-groups.errors.js';
import {
  customerGroupInput,
  customerGroupListQuery,
  customerGroupPatch,
  customerGroupResponse,
  customerGroupSchema,
  previewGroupInput,
  previewGroupSchema,
} from './customer-groups.schemas.js';

const params = { id: 'customerGroup' } as const;
const response = customerGroupSchema;

export const customerGroupsRoutes = routes('customer-groups', [
  route({
    method: 'get',
    path: '/admin/customer-groups',
    summary: 'List customer groups',
    auth: 'admin',
    permission: 'customerGroup:read',
    query: customerGroupListQuery,
    response: z.array(response),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.customerGroups.list(query), customerGroupResponse),
  }),
  route({
    method: 'post',
    path: '/admin/customer-groups',
    summary: 'Create a customer group',
    description:
      'Members of a `static` group are added by operators, those of a group by `rules` follow from its rules.',
    auth: 'admin',
    permission: 'customerGroup:create',
    body: customerGroupInput,
    errors: [platformErrors.uniqueViolation],
    response,
    success: 201,
    handler: async ({ ctx, services, body }) =>
      customerGroupResponse(await services.customerGroups.create(ctx, body)),
  }),
  route({
    method: 'post',
    path: '/admin/customer-groups/preview',
    summary: 'Count the customers that rules select',
    description:
      'With the latest of them and what the rules look at. Names, addresses and cities are null without `customer:view`.',
    auth: 'admin',
    permission: 'customerGroup:read',
    body: previewGroupInput,
    bodyExample: { match: 'all', rules: [{ field: 'orders', op: 'at_least', value: 3 }] },
    response: previewGroupSchema,
    handler: ({ ctx, services, body }) => services.groupMembers.preview(ctx, body),
  }),
  route({
    method: 'get',
    path: '/admin/customer-groups/:id',
    summary: 'Get a customer group, deleted or not',
    auth: 'admin',
    permission: 'customerGroup:read',
    params,
    response,
    handler: async ({ services, params }) =>
      customerGroupResponse(await services.customerGroups.get(params.id)),
  }),
  route({
    method: 'put',
    path: '/admin/customer-groups/:id',
    summary: 'Update a customer group',
    description: 'Fields that are left out stay as they are. Changed rules take effect within a minute.',
    auth: 'admin',
    permission: 'customerGroup:update',
    params,
    body: customerGroupPatch,
    errors: [platformErrors.uniqueViolation],
    response,
    handler: async ({ ctx, services, params, body }) =>
      customerGroupResponse(await services.customerGroups.update(ctx, params.id, body)),
  }),
  route({
    method: 'delete',
    path: '/admin/customer-groups/:id',
    summary: 'Delete a customer group',
    description: 'Idempotent. Refused while a discount or a campaign that is not sent yet names the group.',
    auth: 'admin',
    permission: 'customerGroup:delete',
    params,
    response,
    errors: [customerGroupsErrors.groupInUse],
    handler: async ({ ctx, services, params }) =>
      customerGroupResponse(await services.customerGroups.delete(ctx, params.id)),
  }),
]);
