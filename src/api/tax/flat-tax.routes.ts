import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';

const taxLine = z.strictObject({
  type: z.string().trim().min(1).max(50).meta({ example: 'GST' }),
  rate: z.number().min(0).max(100).meta({ description: 'Percent', example: 18 }),
});

export const flatTaxConfigSchema = z
  .object({ taxes: z.array(z.object({ type: z.string(), rate: z.number() })) })
  .meta({ id: 'FlatTaxConfig' });

export const flatTaxPatchSchema = z
  .strictObject({ taxes: z.array(taxLine).max(20).optional() })
  .meta({ id: 'FlatTaxConfigPatch' });

/** The taxes of a vendor, which replace the platform's default. */
export const taxRoutes = routes('tax', [
  route({
    method: 'get',
    path: '/admin/vendors/:vendorId/tax/config',
    summary: 'Get the flat taxes of a vendor',
    description: 'The platform’s default while the vendor has no list.',
    auth: 'admin',
    permission: 'platformVendorSetting:read',
    params: { vendorId: 'vendor' },
    response: flatTaxConfigSchema,
    handler: async ({ services, params }) => services.flatTax.read(params.vendorId),
  }),
  route({
    method: 'patch',
    path: '/admin/vendors/:vendorId/tax/config',
    summary: 'Update the flat taxes of a vendor',
    description: 'An empty list means no taxes; leaving `taxes` out changes nothing.',
    auth: 'admin',
    permission: 'platformVendorSetting:update',
    params: { vendorId: 'vendor' },
    unknownKeys: 'strict',
    body: flatTaxPatchSchema,
    response: flatTaxConfigSchema,
    bodyExample: { taxes: [{ type: 'GST', rate: 12.5 }] },
    handler: async ({ ctx, services, params, body }) =>
      services.flatTax.patch(ctx, params.vendorId, body.taxes),
  }),
]);
