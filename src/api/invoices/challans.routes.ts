import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';

const document = {
  method: 'get',
  kind: 'file',
  contentType: 'application/pdf',
  params: { parcelId: 'parcel' },
  errors: [invoicesErrors.challanRendering],
} as const;

/** Parcels after the first of an invoice have one. */
export const challansRoutes = routes('invoices', [
  route({
    ...document,
    path: '/vendor/parcels/:parcelId/challan',
    auth: 'vendor',
    summary: 'Download the delivery challan of a parcel',
    description: 'Three marked copies. The first parcel has none: it travels with the invoice.',
    handler: ({ ctx, services, params: scope, response }) =>
      services.challans.download(ctx, { ...scope, vendorId: requireVendor(ctx) }, response),
  }),
  route({
    ...document,
    path: '/admin/parcels/:parcelId/challan',
    auth: 'admin',
    permission: 'invoice:view',
    summary: 'Download the delivery challan of any parcel',
    handler: ({ ctx, services, params: scope, response }) => services.challans.download(ctx, scope, response),
  }),
]);
