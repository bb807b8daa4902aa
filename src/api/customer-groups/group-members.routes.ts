import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { customerGroupsErrors } from '#domain/customer-groups/customer-groups.errors.js';
import {
  addedMembersSchema,
  groupMemberListQuery,
  groupMemberResponse,
  groupMemberSchema,
  groupMembersInput,
  removedMembersSchema,
} from './customer-groups.schemas.js';

const params = { id: 'customerGroup' } as const;
const change = {
  method: 'post',
  auth: 'admin',
  permission: 'customerGroup:update',
  params,
  body: groupMembersInput,
  errors: [customerGroupsErrors.membersByRules],
} as const;

export const groupMembersRoutes = routes('customer-groups', [
  route({
    method: 'get',
    path: '/admin/customer-groups/:id/members',
    summary: 'List the members of a customer group',
    description: 'With what its rules look at. Names, addresses and cities are null without `customer:view`.',
    auth: 'admin',
    permission: 'customerGroup:read',
    params,
    query: groupMemberListQuery,
    response: z.array(groupMemberSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, params, query }) =>
      pageReply(await services.groupMembers.list(ctx, params.id, query), groupMemberResponse),
  }),
  route({
    ...change,
    path: '/admin/customer-groups/:id/members',
    summary: 'Add members to a customer group',
    description: 'By id or e-mail address, a thousand at most. Who is a member already stays one.',
    response: addedMembersSchema,
    handler: ({ ctx, services, params, body }) => services.groupMembers.add(ctx, params.id, body),
  }),
  route({
    ...change,
    path: '/admin/customer-groups/:id/members/remove',
    summary: 'Remove members from a customer group',
    response: removedMembersSchema,
    handler: ({ ctx, services, params, body }) => services.groupMembers.remove(ctx, params.id, body),
  }),
]);
