import { createPaymentOptions } from '#api/payments/payment-options.js';
import { createPaymentFeeds } from '#api/payments/payment-feeds.service.js';
import { createPaymentWebhooks } from '#api/payments/payment-webhooks.js';
import { createPaymentsService } from '#api/payments/payments.service.js';
import { createPaymentInitiator } from '#api/payments/start-payment.js';
import type { ServiceOptions } from '#api/kernel/service-options.js';
import type { Platform } from '#operations/platform.js';
import { createPlaceOrderHooks } from '#operations/plugins/place-order-hooks.js';
import { pluginHooks } from '#operations/plugin-hooks.js';
import { createCheckoutOptions } from './checkout-options.service.js';
import { createPlaceOrder } from './place-order.js';

/** Everything between a cart and its payment; these use cases share the providers. */
export function createCheckout(platform: Platform, { placeOrderHooks = pluginHooks }: ServiceOptions = {}) {
  const { clock, settings, paymentProviders: providers } = platform;
  const options = createPaymentOptions({ providers, settings });
  const initiator = createPaymentInitiator(platform, providers);
  const hooks = createPlaceOrderHooks(placeOrderHooks, platform.metrics);
  return {
    checkoutOptions: createCheckoutOptions({ options, settings }),
    placeOrder: createPlaceOrder(platform, { options, initiator, hooks }),
    payments: createPaymentsService(platform, { options, initiator, providers }),
    paymentFeeds: createPaymentFeeds({ providers, options, settings, clock }),
    paymentWebhooks: createPaymentWebhooks(platform, providers),
  };
}
