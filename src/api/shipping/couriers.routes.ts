import { z } from 'zod';
import { moneySchema } from '#api/kernel/values.js';
import { route, routes } from '#api/kernel/route.js';
import { courierCodes } from '#domain/shipping/couriers.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { ofVendor } from './fulfil-reply.js';

const courierOption = z.object({
  code: z.enum(courierCodes),
  name: z.string(),
  cpId: z.int(),
  accountCode: z.string(),
  charge: moneySchema.nullable().meta({ description: 'By the contract; null where it says nothing' }),
  days: z.object({ min: z.number(), max: z.number() }).nullable().meta({ description: 'From the pickup on' }),
  expectedOn: z.string().nullable().meta({ format: 'date', description: 'The day in India' }),
  cashOnDelivery: z.boolean(),
  cheapest: z.boolean(),
  fastest: z.boolean(),
});

const courierList = z
  .object({
    couriers: z.array(courierOption),
    reason: z.string().nullable().meta({ description: 'Why there is none' }),
  })
  .meta({ id: 'CourierList' });

export const couriersRoutes = routes('shipping', [
  route({
    method: 'get',
    path: '/vendor/orders/:orderVendorId/couriers',
    summary: 'List the couriers for a sub-order',
    description:
      'The couriers of the carrier account that serve the PIN code of the buyer, by weight and way of payment of what is still to be sent, the cheapest first. Kept for five minutes. An empty list has its reason.',
    auth: 'vendor',
    params: { orderVendorId: 'subOrder' },
    response: courierList,
    errors: [shippingErrors.couriersRefused, shippingErrors.couriersUnavailable],
    handler: async ({ ctx, services, params: { orderVendorId } }) =>
      services.couriers.of(ctx, ofVendor(ctx, orderVendorId)),
  }),
]);
