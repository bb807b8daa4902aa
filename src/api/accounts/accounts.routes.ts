import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { activeVendorSchema, meInput, meSchema } from './accounts.schemas.js';

export const accountsRoutes = routes('accounts', [
  route({
    method: 'get',
    path: '/me',
    summary: 'Get the current user',
    description: 'The user, the names of their roles, the vendors they work for and the active one.',
    auth: 'session',
    response: meSchema,
    handler: async ({ ctx, services }) => services.accounts.me(ctx),
  }),
  route({
    method: 'patch',
    path: '/me',
    summary: 'Update the language of your mails',
    auth: 'session',
    body: meInput,
    unknownKeys: 'strict',
    response: meSchema,
    handler: async ({ ctx, services, body }) => services.accounts.setLocale(ctx, body.locale),
  }),
  route({
    method: 'get',
    path: '/me/permissions',
    summary: 'List the permissions of the caller',
    description: 'Of a session or an API key: a key never has more than its creator still holds.',
    auth: 'session',
    apiKeys: true,
    response: z.array(z.string()).meta({ example: ['order:view', 'invoice:view'] }),
    handler: async ({ ctx }) => [...ctx.permissions].sort(),
  }),
  route({
    method: 'put',
    path: '/me/active-vendor',
    summary: 'Set the active vendor',
    auth: 'session',
    body: activeVendorSchema,
    unknownKeys: 'strict',
    response: meSchema,
    errors: [platformErrors.notFound],
    handler: async ({ ctx, services, body }) => services.accounts.switchVendor(ctx, body.vendorId),
  }),
]);
