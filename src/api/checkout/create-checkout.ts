import { createPaymentOptions } from '#api/payments/payment-options.js';
import { createPaymentFeeds } from '#api/payments/payment-feeds.service.js';
import { createPaymentWebhooks } from '#api/payments/payment-webhooks.js';
import { createPaymentsService } from '#api/payments/payments.service.js';
import { createPaymentInitiator } from '#api/payments/start-payment.js';
import { createPaymentProviders } from '#integrations/payments/payment-providers.js';
import type { Platform } from '#operations/platform.js';
import { createCheckoutOptions } from './checkout-options.service.js';
import { createPlaceOrder } from './place-order.js';

/** Everything between a cart and its payment; these use cases share the providers. */
export function createCheckout(platform: Platform) {
  const { config, clock, settings } = platform;
  const providers = createPaymentProviders(config, { clock });
  const options = createPaymentOptions({ providers, settings });
  const initiator = createPaymentInitiator(platform, providers);
  return {
    checkoutOptions: createCheckoutOptions({ options, settings }),
    placeOrder: createPlaceOrder(platform, { options, initiator }),
    payments: createPaymentsService(platform, { options, initiator, providers }),
    paymentFeeds: createPaymentFeeds({ providers, options, settings, clock }),
    paymentWebhooks: createPaymentWebhooks(platform, providers),
  };
}
