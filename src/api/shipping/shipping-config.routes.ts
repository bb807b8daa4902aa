import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { settingsErrors } from '#domain/settings/settings.errors.js';
import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import {
  activeCourierSchema,
  carrierConfigPatchSchema,
  carrierConfigSchema,
  carrierTestSchema,
  shippingConfigPatchSchema,
  shippingConfigSchema,
  shippingProviderSchema,
} from './shipping.schemas.js';

export const shippingConfigRoutes = routes('shipping', [
  route({
    method: 'get',
    path: '/vendor/shipping/providers',
    summary: 'List the shipping providers of the active vendor',
    description: 'Those that the platform allows and the vendor has enabled, in one page.',
    auth: 'vendor',
    response: z.array(shippingProviderSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services }) => {
      const rows = await services.shippingConfig.providersOf(requireVendor(ctx));
      const page = { rows, total: rows.length, limit: Math.max(rows.length, 1), offset: 0 };
      return pageReply(page, ({ id, methods }) => ({ id, methods }));
    },
  }),
  route({
    method: 'get',
    path: '/vendor/shipping/config',
    summary: 'Get the shipping charge and providers of the active vendor',
    auth: 'vendor',
    response: shippingConfigSchema,
    handler: async ({ ctx, services }) => services.shippingConfig.read(requireVendor(ctx)),
  }),
  route({
    method: 'patch',
    path: '/vendor/shipping/config',
    summary: 'Update the shipping charge and providers of the active vendor',
    auth: 'vendor',
    vendorRole: 'admin',
    body: shippingConfigPatchSchema,
    response: shippingConfigSchema,
    bodyExample: { flatRateSubunit: 4900, freeAboveSubunit: 99900 },
    handler: async ({ ctx, services, body }) => services.shippingConfig.patchOwn(ctx, body),
  }),
  route({
    method: 'get',
    path: '/admin/vendors/:vendorId/shipping/config',
    summary: 'Get the shipping charge and providers of a vendor',
    auth: 'admin',
    permission: 'platformVendorSetting:read',
    params: { vendorId: 'vendor' },
    response: shippingConfigSchema,
    handler: async ({ services, params }) => {
      await services.vendors.get(params.vendorId);
      return services.shippingConfig.read(params.vendorId);
    },
  }),
  route({
    method: 'patch',
    path: '/admin/vendors/:vendorId/shipping/config',
    summary: 'Update the shipping charge and providers of a vendor',
    auth: 'admin',
    permission: 'platformVendorSetting:update',
    params: { vendorId: 'vendor' },
    body: shippingConfigPatchSchema,
    response: shippingConfigSchema,
    bodyExample: { enabledProviders: ['self-handled'] },
    handler: async ({ ctx, services, params, body }) => {
      await services.vendors.get(params.vendorId);
      return services.shippingConfig.patchAsAdmin(ctx, params.vendorId, body);
    },
  }),
  route({
    method: 'get',
    path: '/vendor/shipping/carrier/config',
    summary: 'Get the carrier account of the active vendor',
    description:
      'The secrets are masked for members, and for owners and admins whose sign-in is older than 10 minutes.',
    auth: 'vendor',
    response: carrierConfigSchema,
    handler: async ({ ctx, services }) => services.shippingConfig.readOwnCarrier(ctx),
  }),
  route({
    method: 'patch',
    path: '/vendor/shipping/carrier/config',
    whileSuspended: true,
    summary: 'Update the carrier account of the active vendor',
    description:
      'The courier map is replaced as a whole. A secret that is sent back as its mask stays as it is.',
    errors: [accessErrors.freshSessionNeeded],
    auth: 'vendor',
    vendorRole: 'admin',
    unknownKeys: 'strict',
    body: carrierConfigPatchSchema,
    response: carrierConfigSchema,
    bodyExample: { courierMap: { delhivery: { cpId: 4, accountCode: 'DELHIVERY_SURFACE' } } },
    handler: async ({ ctx, services, body }) =>
      services.shippingConfig.patchOwnCarrier(ctx, body as Partial<CarrierConfig>),
  }),
  route({
    method: 'get',
    path: '/admin/shipping/carrier/config',
    summary: 'Get the carrier account of the platform',
    description:
      'The secrets are masked without the permission `adminSetting:secure` and a sign-in within the last 10 minutes.',
    auth: 'admin',
    permission: 'adminSetting:read',
    response: carrierConfigSchema,
    handler: async ({ ctx, services }) => services.shippingConfig.readPlatformCarrier(ctx),
  }),
  route({
    method: 'patch',
    path: '/admin/shipping/carrier/config',
    summary: 'Update the carrier account of the platform',
    description:
      'All or nothing. The courier map is replaced as a whole. A secret that is sent back as its mask stays as it is; ' +
      'changing one requires a sign-in within the last 10 minutes and, where `access.secrets_for` is `superAdmin`, the permission `adminSetting:secure`.',
    auth: 'admin',
    permission: 'adminSetting:update',
    unknownKeys: 'strict',
    body: carrierConfigPatchSchema,
    response: carrierConfigSchema,
    errors: [settingsErrors.permissionNeeded, accessErrors.freshSessionNeeded],
    bodyExample: { defaultParcel: { weight: 500, length: 20, breadth: 15, height: 10 } },
    handler: async ({ ctx, services, body }) =>
      services.shippingConfig.patchPlatformCarrier(ctx, body as Partial<CarrierConfig>),
  }),
  route({
    method: 'get',
    path: '/admin/shipping/carrier/active-couriers',
    summary: 'List the active courier accounts of the platform’s key',
    description: 'Empty when no key is saved or the carrier does not respond.',
    auth: 'admin',
    permission: 'adminSetting:read',
    response: z.array(activeCourierSchema),
    handler: async ({ services }) => services.shippingConfig.activeCouriers(),
  }),
  route({
    method: 'post',
    path: '/admin/shipping/carrier/test',
    summary: 'Test the carrier account of the platform',
    description: 'Makes one call that changes nothing.',
    auth: 'admin',
    permission: 'adminSetting:update',
    response: carrierTestSchema,
    handler: async ({ services }) => services.shippingConfig.testCarrier(),
  }),
]);
