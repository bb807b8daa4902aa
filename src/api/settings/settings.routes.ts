import { z } from 'zod';
import { route, routes } from '#api/_shared/route.js';
import { requireVendor } from '#api/_shared/require.js';
import { settingsErrors } from '#domain/settings/settings.errors.js';
import {
  settingDeclarationSchema,
  settingPatchSchema,
  settingValuesSchema,
  sharedScopeSchema,
} from './settings.schemas.js';

const scopeOf = (params: { scope: string }) => sharedScopeSchema.parse(params.scope);

export const settingsRoutes = routes('settings', [
  route({
    method: 'get',
    path: '/admin/settings',
    summary: 'List the declared settings',
    auth: 'admin',
    permission: 'adminSetting:read',
    answer: z.array(settingDeclarationSchema),
    handler: async ({ services }) => services.settings.declarations(),
  }),
  route({
    method: 'get',
    path: '/admin/settings/:scope',
    summary: 'Read the values of a scope',
    description: 'Secrets are masked.',
    auth: 'admin',
    permission: 'adminSetting:read',
    params: { scope: sharedScopeSchema },
    answer: settingValuesSchema,
    handler: async ({ services, params }) => services.settings.readShared(scopeOf(params)),
  }),
  route({
    method: 'patch',
    path: '/admin/settings/:scope',
    summary: 'Change settings of a scope',
    description: 'All or nothing. A secret sent back as its mask stays as it is.',
    auth: 'admin',
    permission: 'adminSetting:update',
    params: { scope: sharedScopeSchema },
    body: settingPatchSchema,
    answer: settingValuesSchema,
    handler: async ({ ctx, services, params, body }) =>
      services.settings.patchShared(ctx, scopeOf(params), body),
  }),
  route({
    method: 'get',
    path: '/vendor/settings',
    summary: 'Read the settings of the active vendor',
    auth: 'vendor',
    answer: settingValuesSchema,
    handler: async ({ ctx, services }) => services.settings.readVendor(requireVendor(ctx)),
  }),
  route({
    method: 'patch',
    path: '/vendor/settings',
    summary: 'Change settings of the active vendor',
    auth: 'vendor',
    body: settingPatchSchema,
    answer: settingValuesSchema,
    errors: [settingsErrors.adminOnly],
    handler: async ({ ctx, services, body }) => services.settings.patchVendor(ctx, requireVendor(ctx), body),
  }),
]);
