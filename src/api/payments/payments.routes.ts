import { platformOf } from '#api/kernel/platform-header.js';
import { route, routes } from '#api/kernel/route.js';
import { placedOrderSchema } from '#api/checkout/checkout.schemas.js';
import { placedOrderResponse } from '#api/checkout/placed-order.mapper.js';
import { checkoutErrors } from '#domain/checkout/checkout.errors.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import { payOrderSchema, providerIdSchema, webhookResponseSchema } from './payments.schemas.js';

export const paymentsRoutes = routes('payments', [
  route({
    method: 'post',
    path: '/store/orders/:orderId/payments',
    summary: 'Initiate the payment of an order',
    description:
      'After a declined attempt, when the provider could not be reached, or to pay in another way. A payment that ' +
      'still waits is returned again.',
    auth: 'customer',
    params: { orderId: 'order' },
    body: payOrderSchema,
    success: 201,
    response: placedOrderSchema,
    errors: [
      ordersErrors.notPayable,
      checkoutErrors.cashNeedsProof,
      checkoutErrors.cashNotForGuests,
      checkoutErrors.cashOpenOrders,
      checkoutErrors.cashPieces,
      checkoutErrors.amountTooSmall,
      checkoutErrors.optionNotEnabled,
      checkoutErrors.optionNotConfigured,
      paymentsErrors.notConfigured,
    ],
    handler: async ({ ctx, services, params, body, request }) =>
      placedOrderResponse(
        await services.payments.pay(ctx, { ...params, ...body, platform: platformOf(request) }),
      ),
  }),
  route({
    method: 'get',
    path: '/store/payments/:paymentId/checkout',
    summary: 'Open the payment form of an embedded provider',
    description: 'The buyer is redirected here. The payment id is the only credential.',
    auth: 'public',
    kind: 'page',
    contentType: 'text/html',
    params: { paymentId: 'payment' },
    errors: [paymentsErrors.notConfigured, ordersErrors.notPayable],
    handler: async ({ ctx, services, params, response }) => {
      const { html, contentSecurityPolicy } = await services.payments.checkoutPage(ctx, params.paymentId);
      response
        .set('content-security-policy', contentSecurityPolicy)
        // The form opens windows of banks and speaks with them.
        .set('cross-origin-opener-policy', 'same-origin-allow-popups')
        .set('cache-control', 'no-store')
        .type('html')
        .send(html);
    },
  }),
  route({
    method: 'post',
    path: '/webhooks/payments/:providerId',
    summary: 'Receive a payment webhook',
    description: 'Signed by the provider over the raw body. An event that was taken before gets 200 again.',
    auth: 'webhook',
    bodyKind: 'raw',
    params: { providerId: providerIdSchema },
    response: webhookResponseSchema,
    errors: [paymentsErrors.badSignature, paymentsErrors.unreadableWebhook, paymentsErrors.notConfigured],
    handler: async ({ ctx, services, params, request, body }) =>
      services.paymentWebhooks.receive(ctx, {
        providerId: params.providerId,
        headers: request.headers,
        rawBody: rawBody(body),
      }),
  }),
]);

/** Without a body the parser leaves an empty object. */
function rawBody(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
