import { ifMatchOf } from '#api/kernel/entity-tag.js';
import { Reply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import type { VendorPage } from '#domain/vendor-pages/vendor-page.js';
import { vendorsErrors } from '#domain/vendors/vendors.errors.js';
import { adminVendorPagePatch, vendorPagePatch, vendorPageSchema } from './vendor-pages.schemas.js';
import { vendorPageTag } from './vendor-pages.service.js';

const tagged = (page: VendorPage) => new Reply(page, { headers: { etag: vendorPageTag(page) } });

const description = 'Omitted fields do not change.';
const params = { vendorId: 'vendor' } as const;
const admin = {
  auth: 'admin',
  path: '/admin/vendors/:vendorId/page',
  params,
  response: vendorPageSchema,
} as const;

export const vendorPagesRoutes = routes('vendor-pages', [
  route({
    method: 'get',
    path: '/vendor/page',
    summary: 'Get the page of the active vendor for shoppers',
    auth: 'vendor',
    response: vendorPageSchema,
    handler: async ({ ctx, services }) => tagged(await services.vendorPages.get(requireVendor(ctx))),
  }),
  route({
    method: 'patch',
    path: '/vendor/page',
    summary: 'Update the page of the active vendor for shoppers',
    description,
    auth: 'vendor',
    vendorRole: 'admin',
    ifMatch: true,
    body: vendorPagePatch,
    response: vendorPageSchema,
    handler: async ({ ctx, services, body, request }) =>
      tagged(await services.vendorPages.update(ctx, requireVendor(ctx), body, ifMatchOf(request))),
  }),
  route({
    ...admin,
    method: 'get',
    summary: 'Get the page of a vendor for shoppers',
    permission: 'vendor:view',
    handler: async ({ services, params: { vendorId } }) => tagged(await services.vendorPages.get(vendorId)),
  }),
  route({
    ...admin,
    method: 'patch',
    summary: 'Update the page of a vendor for shoppers, or its slug',
    description,
    permission: 'vendor:update',
    ifMatch: true,
    body: adminVendorPagePatch,
    errors: [vendorsErrors.slugTaken],
    handler: async ({ ctx, services, params: { vendorId }, body, request }) =>
      tagged(await services.vendorPages.update(ctx, vendorId, body, ifMatchOf(request))),
  }),
]);
