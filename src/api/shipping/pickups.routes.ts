import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply, Reply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { idSchema, instantSchema, iso } from '#api/kernel/values.js';
import { route, routes } from '#api/kernel/route.js';
import { returnResponse, returnSchema } from '#api/returns/returns.schemas.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { courierCodes } from '#domain/shipping/couriers.js';
import { type Pickup, pickupStatuses } from '#domain/shipping/pickup.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';

const pickupInput = z
  .strictObject({
    courierCode: z.enum(courierCodes),
    pickupOn: z.iso
      .date()
      .optional()
      .meta({ description: 'A day in India within a month; the next day by default' }),
  })
  .meta({ id: 'PickupInput' });

const pickupSchema = z
  .object({
    id: idSchema,
    courierCode: z.string(),
    pickupOn: z.string().meta({ format: 'date', description: 'As the carrier gives it, where it does' }),
    status: z.enum(pickupStatuses).meta({
      description: '`unclear` after an outage: a repeat of the request asks again',
    }),
    confirmationNumber: z.string().nullable(),
    error: z.string().nullable().meta({ description: 'Why the carrier refused it' }),
    requestedAt: instantSchema,
  })
  .meta({ id: 'Pickup' });

function pickupResponse(pickup: Pickup) {
  const { id, courierCode, pickupOn, status, confirmationNumber, error, requestedAt } = pickup;
  return { id, courierCode, pickupOn, status, confirmationNumber, error, requestedAt: iso(requestedAt) };
}

const listQuery = listQuerySchema({ filters: { status: pickupStatuses }, sort: ['requestedAt', 'pickupOn'] });
const errors = [
  shippingErrors.missingConfiguration,
  shippingErrors.providerNotEnabled,
  shippingErrors.noPickups,
  platformErrors.engineUnavailable,
];
const bodyExample = { courierCode: 'delhivery' };
const statusOf = ({ status }: Pick<Pickup, 'status'>) => (status === 'requested' ? 202 : 200);

export const pickupsRoutes = routes('shipping', [
  route({
    method: 'get',
    path: '/vendor/pickups',
    summary: 'List the pickups at the active vendor',
    auth: 'vendor',
    query: listQuery,
    response: z.array(pickupSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.pickups.list(requireVendor(ctx), query), pickupResponse),
  }),
  route({
    method: 'post',
    path: '/vendor/pickups',
    whileSuspended: true,
    summary: 'Request a pickup of parcels',
    description:
      'A repeat for the same courier and day returns the same pickup. A day that the courier refuses is `refused` with its reason; 202 while the carrier has not responded within 20 seconds.',
    auth: 'vendor',
    unknownKeys: 'strict',
    body: pickupInput,
    alsoSuccess: 202,
    idempotent: true,
    response: pickupSchema,
    errors,
    bodyExample,
    handler: async ({ ctx, services, body }) => {
      const pickup = await services.pickups.request(ctx, requireVendor(ctx), body);
      return new Reply(pickupResponse(pickup), { status: statusOf(pickup) });
    },
  }),
  route({
    method: 'post',
    path: '/vendor/return-requests/:returnRequestId/pickup',
    whileSuspended: true,
    summary: 'Request the pickup of an approved return at its buyer',
    description:
      'The return has its `pickup` then, and the scans of the courier lead it. A repeat returns the same; after a refusal another courier can be asked.',
    auth: 'vendor',
    params: { returnRequestId: 'returnRequest' },
    unknownKeys: 'strict',
    body: pickupInput,
    alsoSuccess: 202,
    idempotent: true,
    response: returnSchema,
    errors: [...errors, shippingErrors.returnNotApproved],
    bodyExample,
    handler: async ({ ctx, services, params: { returnRequestId }, body }) => {
      const vendorId = requireVendor(ctx);
      const pickup = await services.pickups.ofReturn(ctx, vendorId, returnRequestId, body);
      const item = returnResponse(await services.returns.get({ vendorId, returnRequestId }));
      return new Reply(item, { status: statusOf(pickup) });
    },
  }),
]);
