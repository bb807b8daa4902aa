import { z } from 'zod';
import { withCustomFields } from '#api/custom-fields/custom-fields.schemas.js';
import { platformOf } from '#api/kernel/platform-header.js';
import { route, routes } from '#api/kernel/route.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { checkoutErrors } from '#domain/checkout/checkout.errors.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import { discountsErrors } from '#domain/discounts/discounts.errors.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import {
  checkoutOptionSchema,
  checkoutQuerySchema,
  placedOrderSchema,
  placeOrderSchema,
} from './checkout.schemas.js';
import { placedOrderResponse } from './placed-order.mapper.js';

export const checkoutRoutes = routes('checkout', [
  route({
    method: 'get',
    path: '/store/checkout/options',
    summary: 'List the payment options of a platform',
    description:
      'Enabled and configured options, in the order that the store defines. With `amount`, only those whose provider takes it.',
    auth: 'public',
    query: checkoutQuerySchema,
    response: z.array(checkoutOptionSchema),
    handler: async ({ services, query }) => services.checkoutOptions.list(query.platform, query.amount),
  }),
  route({
    method: 'post',
    path: '/store/carts/:cartId/place-order',
    value: 'takes_payment',
    summary: 'Place an order from a cart',
    description:
      'Quotes the cart again, reserves its stock and starts the payment. `payment.action` says what the buyer does ' +
      'next. While the provider cannot be reached the order stands, and the payment can be started again.',
    auth: 'customer',
    idempotent: true,
    rate: 'placeOrder',
    params: { cartId: 'cart' },
    body: withCustomFields(placeOrderSchema, 'order', 'customer'),
    bodyExample: { expectedTotal: 64782, paymentOption: 'cod' },
    success: 201,
    response: placedOrderSchema,
    errors: [
      cartsErrors.notOpen,
      checkoutErrors.emptyCart,
      checkoutErrors.notPlaceable,
      checkoutErrors.totalChanged,
      checkoutErrors.outOfStock,
      discountsErrors.couponChanged,
      discountsErrors.couponUsedUp,
      discountsErrors.giftGone,
      checkoutErrors.cashNeedsProof,
      checkoutErrors.cashNotForGuests,
      checkoutErrors.cashOpenOrders,
      checkoutErrors.cashPieces,
      checkoutErrors.amountTooSmall,
      pluginsErrors.hookFailed,
      pluginsErrors.portFailed,
      pluginsErrors.refused,
      checkoutErrors.optionNotEnabled,
      checkoutErrors.optionNotConfigured,
      paymentsErrors.notConfigured,
      storeCreditErrors.off,
      storeCreditErrors.needsAccount,
      storeCreditErrors.aboveTotal,
      storeCreditErrors.balanceTooLow,
    ],
    handler: async ({ ctx, services, params, body: { customFields, ...body }, request }) => {
      const also = services.customFields.within(ctx, 'order', customFields);
      const platform = platformOf(request);
      return placedOrderResponse(await services.placeOrder(ctx, { ...params, ...body, platform, also }));
    },
  }),
]);
