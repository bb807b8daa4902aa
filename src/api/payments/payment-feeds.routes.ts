import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { iso } from '#api/kernel/values.js';
import { checkoutOptionRowSchema, gatewayRowSchema, providerCheckSchema } from './payment-feeds.schemas.js';
import { providerIdSchema } from './payments.schemas.js';

export const paymentFeedsRoutes = routes('payments', [
  route({
    method: 'get',
    path: '/admin/payment/gateways',
    summary: 'List the payment providers',
    description:
      'Every registered provider, not paginated. A provider is enabled by `payment.enabled_providers` of the admin settings.',
    auth: 'admin',
    permission: 'adminSetting:read',
    response: z.array(gatewayRowSchema),
    handler: ({ services }) => Promise.resolve(services.paymentFeeds.gateways()),
  }),
  route({
    method: 'get',
    path: '/admin/payment/checkout-options',
    summary: 'List the payment options of the checkout',
    description:
      'One row per provider method, not paginated. How an option looks to buyers is set in the store settings group `checkout_payment`.',
    auth: 'admin',
    permission: 'adminSetting:read',
    response: z.array(checkoutOptionRowSchema),
    handler: ({ services }) => Promise.resolve(services.paymentFeeds.checkoutOptions()),
  }),
  route({
    method: 'post',
    path: '/admin/payment/gateways/:providerId/check',
    summary: 'Test the credentials of a payment provider',
    description: 'Makes one call that changes nothing, with the stored credentials.',
    auth: 'admin',
    permission: 'adminSetting:update',
    params: { providerId: providerIdSchema },
    response: providerCheckSchema,
    handler: async ({ services, params }) => {
      const { checkedAt, ...check } = await services.paymentFeeds.check(params.providerId);
      return { ...check, checkedAt: iso(checkedAt) };
    },
  }),
]);
