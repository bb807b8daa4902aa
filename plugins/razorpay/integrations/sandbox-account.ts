import type { RazorpayAccount } from './razorpay-provider.js';

/** The key id that the sandbox accepts; its secret is the configured one. */
export const SANDBOX_KEY_ID = 'rzp_test_sandbox';
/** Longest note the service keeps; a longer return address is left out. */
const NOTE_LENGTH = 256;

/**
 * The payment sandbox: the Razorpay adapter, pointed at the stand-in. Its credentials come from the configuration,
 * one secret for the API and for the webhooks, so that it works with empty settings.
 */
export function sandboxAccount(options: { url: string; secret: string }): RazorpayAccount {
  const url = options.url.replace(/\/+$/, '');
  return {
    id: 'sandbox',
    label: 'Sandbox',
    description: 'A pretend payment page for development. No money moves.',
    methods: ['sandbox'],
    methodLabels: { sandbox: 'Pretend payment' },
    forDevelopment: true,
    apiUrl: url,
    configured: () => true,
    credentials: () => ({ keyId: SANDBOX_KEY_ID, keySecret: options.secret }),
    webhookSecrets: () => [options.secret],
    // Without a query, so that `curl -X POST "$url/pay"` works on it.
    checkoutUrl: (orderId) => `${url}/checkout/${orderId}`,
    notes: ({ returnUrl }): Record<string, string> =>
      returnUrl && returnUrl.length <= NOTE_LENGTH ? { return_url: returnUrl } : {},
  };
}
