import { createCodProvider } from '#integrations/payments/cod-provider.js';
import { createRazorpayProvider } from '#plugins/razorpay/integrations/razorpay-provider.js';
import { sandboxAccount } from '#plugins/razorpay/integrations/sandbox-account.js';
import { createStripeProvider } from '#plugins/stripe/integrations/stripe-provider.js';
import { startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { startFormService } from './form-provider.js';
import { paymentProviderContract } from './payment-provider-contract.js';
import { startSessionService } from './session-provider.js';
import { startStripeApi } from './stripe-api.js';
import { startWebhookReceiver } from './webhook-receiver.js';

paymentProviderContract('cash on delivery', async () => ({
  provider: createCodProvider(),
  settings: {},
  stop: () => undefined,
}));

paymentProviderContract('razorpay', async () => {
  const receiver = await startWebhookReceiver();
  const secret = 'sandbox-webhook-secret';
  const sandbox = await startPaymentSandbox({
    port: 0,
    secret,
    apiBaseUrl: receiver.url,
    retryDelaysMs: [5],
  });
  const webhooksOf = async (act: () => Promise<unknown>) => {
    receiver.received.length = 0;
    await act();
    await sandbox.settled();
    return [...receiver.received];
  };
  return {
    provider: createRazorpayProvider(sandboxAccount({ url: sandbox.url, secret })),
    settings: {},
    pay: (orderId) => webhooksOf(() => sandbox.pay(orderId)),
    decline: (orderId) => webhooksOf(() => sandbox.decline(orderId)),
    async stop() {
      await sandbox.close();
      await receiver.close();
    },
  };
});

paymentProviderContract('stripe', async () => {
  const [secretKey, webhookSecret] = ['sk_test_1234', 'whsec_1'];
  const api = await startStripeApi({ secretKey, webhookSecret });
  return {
    provider: createStripeProvider({ apiUrl: api.url, filesUrl: api.url, clock: { now: () => new Date() } }),
    settings: { 'payment.stripe.secret_key': secretKey, 'payment.stripe.webhook_secret': webhookSecret },
    pay: async (sessionId) => api.pay(sessionId),
    decline: async (sessionId) => api.decline(sessionId),
    stop: api.close,
  };
});

paymentProviderContract('with a session for its script, refunds by order and signatures in base64', () =>
  startSessionService(),
);

paymentProviderContract('with a form that the browser posts, and signatures in the body', async () =>
  startFormService(),
);
