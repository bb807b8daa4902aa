import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { accountsErrors } from '#domain/accounts/accounts.errors.js';
import { accessErrors } from '#domain/access/access.errors.js';
import {
  permissionEntrySchema,
  roleInputSchema,
  rolePatchSchema,
  roleSchema,
  adminUserSchema,
  userRolesSchema,
} from './access.schemas.js';

/** Rights are handed out by people: a machine's key must not make itself stronger. */
const byPeopleOnly = { auth: 'admin', permission: 'role:manage', apiKeys: false } as const;
const handsOutRights = { ...byPeopleOnly, act: 'rights' } as const;

export const accessRoutes = routes('access', [
  route({
    method: 'get',
    path: '/admin/permissions',
    summary: 'List all permissions',
    auth: 'admin',
    permission: 'role:read',
    response: z.array(permissionEntrySchema),
    handler: async ({ services }) => services.roles.catalogue(),
  }),
  route({
    method: 'get',
    path: '/admin/roles',
    summary: 'List roles',
    auth: 'admin',
    permission: 'role:read',
    query: listQuerySchema({
      filters: { name: 'string', builtIn: 'boolean', createdAt: 'date' },
      sort: ['createdAt', 'name'],
      softDelete: true,
    }),
    response: z.array(roleSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.roles.list(query), (role) => role),
  }),
  route({
    ...handsOutRights,
    method: 'post',
    path: '/admin/roles',
    summary: 'Create a role',
    description: 'Callers can only grant permissions that they hold.',
    body: roleInputSchema,
    unknownKeys: 'strict',
    response: roleSchema,
    success: 201,
    errors: [accessErrors.permissionNotHeld, platformErrors.uniqueViolation],
    handler: async ({ ctx, services, body }) => services.roles.create(ctx, body),
  }),
  route({
    method: 'get',
    path: '/admin/roles/:roleId',
    summary: 'Get a role',
    auth: 'admin',
    permission: 'role:read',
    params: { roleId: 'role' },
    response: roleSchema,
    handler: ({ services, params }) => services.roles.get(params.roleId),
  }),
  route({
    ...handsOutRights,
    method: 'patch',
    path: '/admin/roles/:roleId',
    summary: 'Update a role for all its users',
    params: { roleId: 'role' },
    body: rolePatchSchema,
    unknownKeys: 'strict',
    response: roleSchema,
    errors: [accessErrors.permissionNotHeld, accessErrors.builtInRole, platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params, body }) => services.roles.update(ctx, params.roleId, body),
  }),
  route({
    ...handsOutRights,
    method: 'delete',
    path: '/admin/roles/:roleId',
    summary: 'Delete an unassigned role',
    params: { roleId: 'role' },
    response: roleSchema,
    errors: [accessErrors.roleInUse, accessErrors.builtInRole],
    handler: async ({ ctx, services, params }) => services.roles.delete(ctx, params.roleId),
  }),
  route({
    method: 'get',
    path: '/admin/users',
    summary: 'List users',
    description: 'Searches address and name. Guests are left out unless `anonymous` is filtered by.',
    auth: 'admin',
    permission: 'role:read',
    query: listQuerySchema({
      filters: {
        id: 'id',
        email: 'string',
        name: 'string',
        emailVerified: 'boolean',
        anonymous: 'boolean',
        createdAt: 'date',
      },
      sort: ['createdAt', 'email', 'name'],
    }),
    response: z.array(adminUserSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.users.list(query), (user) => user),
  }),
  route({
    method: 'get',
    path: '/admin/users/:userId',
    summary: 'Get a user',
    auth: 'admin',
    permission: 'role:read',
    params: { userId: 'user' },
    response: adminUserSchema,
    handler: ({ services, params }) => services.users.get(params.userId),
  }),
  route({
    ...handsOutRights,
    method: 'put',
    path: '/admin/users/:userId/roles',
    summary: 'Set the roles of a user',
    ifMatch: '/admin/users/:userId',
    params: { userId: 'user' },
    body: userRolesSchema,
    unknownKeys: 'strict',
    response: adminUserSchema,
    errors: [accessErrors.permissionNotHeld, accessErrors.lastSuperAdmin, accessErrors.guestCannotHaveRoles],
    handler: async ({ ctx, services, params, body }) =>
      services.users.setRoles(ctx, params.userId, body.roleIds),
  }),
  route({
    ...handsOutRights,
    method: 'post',
    path: '/admin/users/:userId/second-factor/reset',
    summary: 'Remove the lost second factor of a user',
    description: 'Ends all sessions of the user. Payouts of a vendor that the user owns wait 24 hours.',
    params: { userId: 'user' },
    response: adminUserSchema,
    errors: [
      accessErrors.permissionNotHeld,
      accessErrors.ownSecondFactor,
      accountsErrors.noSecondFactor,
      accessErrors.freshSessionNeeded,
    ],
    handler: async ({ ctx, services, params }) => services.users.resetSecondFactor(ctx, params.userId),
  }),
  route({
    ...byPeopleOnly,
    method: 'post',
    path: '/admin/users/:userId/ban',
    summary: 'Ban a user',
    description:
      'Ends all sessions of the user and revokes all their API keys. Idempotent. Of somebody with a platform role only in a session signed in within the last 10 minutes; every superAdmin is notified by mail.',
    params: { userId: 'user' },
    response: adminUserSchema,
    errors: [
      accessErrors.permissionNotHeld,
      accessErrors.lastSuperAdmin,
      accessErrors.ownAccount,
      accessErrors.freshSessionNeeded,
    ],
    handler: async ({ ctx, services, params }) => services.users.ban(ctx, params.userId),
  }),
  route({
    ...byPeopleOnly,
    method: 'post',
    path: '/admin/users/:userId/unban',
    summary: 'Unban a user',
    description:
      'API keys stay revoked. Of somebody with a platform role only in a session signed in within the last 10 minutes; every superAdmin is notified by mail.',
    params: { userId: 'user' },
    response: adminUserSchema,
    errors: [accessErrors.permissionNotHeld, accessErrors.freshSessionNeeded],
    handler: async ({ ctx, services, params }) => services.users.unban(ctx, params.userId),
  }),
]);
