import { z } from 'zod';
import { sendFile } from '#api/kernel/send-file.js';
import { idOf, moneySchema } from '#api/kernel/values.js';
import { route, routes } from '#api/kernel/route.js';
import { ofVendor } from './fulfil-reply.js';

const ewayBills = z
  .object({
    withinState: z.boolean().meta({ description: 'The goods stay in the state of the seller' }),
    limit: moneySchema.meta({ description: 'A consignment above it needs an e-way bill' }),
    consignments: z.array(
      z.object({
        parcelId: idOf('parcel').nullable().meta({ description: 'Null for what is in no parcel yet' }),
        number: z.int().nullable().meta({ description: 'Of several parcels' }),
        value: moneySchema.meta({ description: 'With taxes, without exempt goods' }),
        required: z.boolean(),
        missing: z.array(z.object({ field: z.string(), message: z.string() })),
      }),
    ),
  })
  .meta({ id: 'EwayBills' });

const params = { orderVendorId: 'subOrder' } as const;
const query = z.object({
  parcelId: idOf('parcel').optional().meta({ description: 'Required for one of several parcels' }),
});

export const ewayBillsRoutes = routes('shipping', [
  route({
    method: 'get',
    path: '/vendor/orders/:orderVendorId/e-way-bills',
    summary: 'List the e-way bills that a sub-order needs',
    description:
      'One for each parcel, and for what is in none yet. Within a state its own limit may hold: `shipping.eway_bill_state_limits_subunit`.',
    auth: 'vendor',
    params,
    response: ewayBills,
    handler: async ({ ctx, services, params: { orderVendorId } }) => {
      const { withinState, limit, bills } = await services.ewayBills.of(ctx, ofVendor(ctx, orderVendorId));
      return {
        ...{ withinState, limit },
        consignments: bills.map(({ consignment: { parcel }, value, required, missing }) => ({
          ...{ parcelId: parcel?.id ?? null, number: parcel?.counted ? parcel.number : null },
          ...{ value, required, missing },
        })),
      };
    },
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
    query,
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
