import { sendFile } from '#api/kernel/send-file.js';
import { route, routes } from '#api/kernel/route.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import {
  consignmentResponse,
  consignmentSchema,
  ewayBillExample,
  ewayBillInput,
  ewayBillQuery,
  ewayBillsSchema,
} from './eway-bills.schemas.js';
import { ofVendor } from './fulfil-reply.js';

const params = { orderVendorId: 'subOrder' } as const;

export const ewayBillsRoutes = routes('shipping', [
  route({
    method: 'get',
    path: '/vendor/orders/:orderVendorId/e-way-bills',
    summary: 'List the e-way bills that a sub-order needs',
    description:
      'One for each parcel, and for what is in none yet. Within a state its own limit may hold: `shipping.eway_bill_state_limits_subunit`.',
    auth: 'vendor',
    params,
    response: ewayBillsSchema,
    handler: async ({ ctx, services, params: { orderVendorId } }) => {
      const { withinState, limit, bills } = await services.ewayBills.of(ctx, ofVendor(ctx, orderVendorId));
      return { withinState, limit, consignments: bills.map(consignmentResponse) };
    },
  }),
  route({
    method: 'put',
    path: '/vendor/orders/:orderVendorId/e-way-bills',
    whileSuspended: true,
    summary: 'Set the transport details of an e-way bill',
    description:
      'Replaces what was saved for the consignment: transporter, vehicle, document and distance, and the bill once the portal has issued it. The portal is not called.',
    auth: 'vendor',
    params,
    unknownKeys: 'strict',
    body: ewayBillInput,
    idempotent: true,
    response: consignmentSchema,
    errors: [shippingErrors.ewayBillChanged],
    bodyExample: ewayBillExample,
    handler: async ({ ctx, services, params: { orderVendorId }, body }) =>
      consignmentResponse(await services.ewayBills.save(ctx, ofVendor(ctx, orderVendorId), body)),
  }),
  route({
    method: 'get',
    path: '/vendor/orders/:orderVendorId/e-way-bills/download',
    summary: 'Download the data of an e-way bill',
    description:
      'A JSON file for the e-way bill portal; what is missing is left empty. The format was not tried on the portal.',
    auth: 'vendor',
    kind: 'file',
    contentType: 'application/octet-stream',
    params,
    query: ewayBillQuery,
    handler: async ({ ctx, services, params: { orderVendorId }, query: { parcelId }, response }) => {
      const scope = { ...ofVendor(ctx, orderVendorId), parcelId };
      const { name, content } = await services.ewayBills.file(ctx, scope);
      await sendFile(response, {
        name,
        contentType: 'application/octet-stream',
        content: JSON.stringify(content, null, 2),
      });
    },
  }),
]);
