import { checkoutPagePath, requiredSetting, settingOf } from 'haat/plugin';
import { razorpayCheckoutPage } from './razorpay-checkout-page.js';
import type { RazorpayAccount } from './razorpay-provider.js';

/** The real service, with the credentials from the settings. @param apiUrl `https://api.razorpay.com`. */
export function razorpayAccount(apiUrl: string): RazorpayAccount {
  return {
    id: 'razorpay',
    label: 'Razorpay',
    description: 'UPI, cards, net banking and wallets.',
    methods: ['upi', 'card', 'netbanking', 'wallet'],
    methodLabels: { upi: 'UPI', card: 'Credit or debit card', netbanking: 'Net banking', wallet: 'Wallet' },
    apiUrl,
    // Without the webhook secret no payment could ever be confirmed.
    configured: (settings) =>
      (
        ['payment.razorpay.key_id', 'payment.razorpay.key_secret', 'payment.razorpay.webhook_secret'] as const
      ).every((key) => settingOf(settings, key)),
    credentials: (settings) => ({
      keyId: requiredSetting(settings, 'payment.razorpay.key_id'),
      keySecret: requiredSetting(settings, 'payment.razorpay.key_secret'),
    }),
    webhookSecrets: (settings) =>
      [
        settingOf(settings, 'payment.razorpay.webhook_secret'),
        settingOf(settings, 'payment.razorpay.webhook_secret_previous'),
      ].filter((secret) => secret !== undefined),
    // The service has a script and no page to redirect to, so the page is ours.
    checkoutUrl: (_orderId, input) =>
      input.callbackBaseUrl.replace(/\/+$/, '') + checkoutPagePath(input.paymentId),
    checkoutPage: razorpayCheckoutPage,
  };
}
