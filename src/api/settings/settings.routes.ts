import { z } from 'zod';
import { ifMatchOf } from '#api/kernel/entity-tag.js';
import { Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { requireVendor } from '#api/kernel/require.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { settingsErrors } from '#domain/settings/settings.errors.js';
import { settingsTag } from './settings-tag.js';
import {
  settingDeclarationSchema,
  settingPatchSchema,
  settingValuesSchema,
  type SharedScope,
  sharedScopes,
} from './settings.schemas.js';

/** The values with their tag, which `If-Match` of a change names. */
const tagged = (values: Record<string, z.core.util.JSONType>) =>
  new Reply(values, { headers: { etag: settingsTag(values) } });

/** The operations on the settings that all vendors share. */
function sharedScopeRoutes(scope: SharedScope) {
  return [
    route({
      method: 'get',
      path: `/admin/settings/${scope}`,
      summary: `Get the settings of scope ${scope}`,
      description: 'Secrets are masked.',
      auth: 'admin',
      permission: 'adminSetting:read',
      response: settingValuesSchema,
      handler: async ({ services }) => tagged(await services.settings.readShared(scope)),
    }),
    route({
      method: 'patch',
      path: `/admin/settings/${scope}`,
      summary: `Update the settings of scope ${scope}`,
      description:
        'All or nothing. A secret sent back as its mask stays as it is. A setting that declares the permission `adminSetting:secure` is changed only by who holds it, and a credential by who `access.secrets_for` names: both in a session signed in within ten minutes, and every superAdmin is notified by mail.',
      auth: 'admin',
      permission: 'adminSetting:update',
      ifMatch: true,
      body: settingPatchSchema,
      response: settingValuesSchema,
      errors: [
        settingsErrors.permissionNeeded,
        accessErrors.freshSessionNeeded,
        ...(scope === 'store' ? [settingsErrors.currencyFixed] : []),
      ],
      handler: async ({ ctx, services, body, request }) =>
        tagged(await services.settings.patchShared(ctx, scope, body, ifMatchOf(request))),
    }),
  ];
}

export const settingsRoutes = routes('settings', [
  route({
    method: 'get',
    path: '/admin/settings',
    summary: 'List the declared settings',
    auth: 'admin',
    permission: 'adminSetting:read',
    response: z.array(settingDeclarationSchema),
    handler: async ({ services }) => services.settings.declarations(),
  }),
  ...sharedScopes.flatMap(sharedScopeRoutes),
  route({
    method: 'get',
    path: '/vendor/settings',
    summary: 'Get the settings of the active vendor',
    auth: 'vendor',
    response: settingValuesSchema,
    handler: async ({ ctx, services }) => services.settings.readVendor(requireVendor(ctx)),
  }),
  route({
    method: 'patch',
    path: '/vendor/settings',
    value: 'own_bank_details',
    summary: 'Update the settings of the active vendor',
    auth: 'vendor',
    vendorRole: 'admin',
    body: settingPatchSchema,
    response: settingValuesSchema,
    errors: [settingsErrors.adminOnly, settingsErrors.ownerOnly, accessErrors.freshSessionNeeded],
    handler: async ({ ctx, services, body }) => services.settings.patchVendor(ctx, requireVendor(ctx), body),
  }),
]);
