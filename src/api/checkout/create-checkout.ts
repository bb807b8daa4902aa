import { createPaymentOptions } from '#api/payments/payment-options.js';
import { createPaymentWebhooks } from '#api/payments/payment-webhooks.js';
import { createPaymentsService } from '#api/payments/payments.service.js';
import { createPaymentStarter } from '#api/payments/start-payment.js';
import { createPaymentProviders } from '#integrations/payments/payment-providers.js';
import type { Container } from '#lib/container.js';
import { createCheckoutOptions } from './checkout-options.service.js';
import { createPlaceOrder } from './place-order.js';

/** Everything between a cart and its payment; these use cases share the providers. */
export function createCheckout(container: Container) {
  const { config, clock, settings } = container;
  const providers = createPaymentProviders(config, { clock });
  const options = createPaymentOptions({ providers, settings });
  const starter = createPaymentStarter(container, providers);
  return {
    checkoutOptions: createCheckoutOptions({ options, settings }),
    placeOrder: createPlaceOrder(container, { options, starter }),
    payments: createPaymentsService(container, { options, starter, providers }),
    paymentWebhooks: createPaymentWebhooks(container, providers),
  };
}
