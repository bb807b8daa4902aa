import { route, routes } from '#api/kernel/route.js';
import { providerIdSchema, webhookResponseSchema } from '#api/payments/payments.schemas.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';

export const payoutWebhooksRoutes = routes('payouts', [
  route({
    method: 'post',
    path: '/webhooks/payouts/:providerId',
    summary: 'Receive a payout webhook',
    description:
      'Signed by the provider over the raw body. The provider is then asked what became of the payout.',
    auth: 'webhook',
    bodyKind: 'raw',
    params: { providerId: providerIdSchema },
    response: webhookResponseSchema,
    errors: [paymentsErrors.badSignature, paymentsErrors.unreadableWebhook],
    handler: async ({ ctx, services, params, request, body }) =>
      services.payoutWebhooks.receive(ctx, {
        providerId: params.providerId,
        headers: request.headers,
        rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      }),
  }),
]);
