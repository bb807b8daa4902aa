import { type Clock, systemClock } from '#lib/clock.js';
import type { Config } from '#lib/config.js';
import { createCodProvider } from './cod-provider.js';
import type { PaymentProvider } from './payment-provider.js';
import { razorpayAccount } from './razorpay-account.js';
import { createRazorpayProvider } from './razorpay-provider.js';
import { sandboxAccount } from './sandbox-account.js';
import { createStripeProvider } from './stripe-provider.js';

const STRIPE_API_URL = 'https://api.stripe.com';

export interface PaymentProviders {
  /** Undefined for an id that is not registered (in production that includes `sandbox`). */
  get(id: string): PaymentProvider | undefined;
  /** In the order in which they are shown. */
  list(): readonly PaymentProvider[];
}

export type PaymentProvidersConfig = Pick<
  Config,
  'production' | 'RAZORPAY_API_URL' | 'PAYMENT_SANDBOX_URL' | 'PAYMENT_SANDBOX_SECRET'
>;

/** Providers of plugins, which are shown last. */
interface AddedProviders {
  paymentProviders: readonly PaymentProvider[];
}

/** Every payment provider of this deployment: those of the platform, then those of plugins. */
export function createPaymentProviders(
  config: PaymentProvidersConfig,
  options: { clock?: Clock; stripeApiUrl?: string; ports?: AddedProviders } = {},
): PaymentProviders {
  const clock = options.clock ?? systemClock;
  const providers: PaymentProvider[] = [
    createCodProvider(),
    createRazorpayProvider(razorpayAccount(config.RAZORPAY_API_URL)),
    createStripeProvider({ apiUrl: options.stripeApiUrl ?? STRIPE_API_URL, clock }),
  ];
  // A pretend payment in production would hand out goods for nothing.
  if (!config.production) {
    const { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_SECRET: secret } = config;
    providers.push(createRazorpayProvider(sandboxAccount({ url, secret })));
  }
  providers.push(...(options.ports?.paymentProviders ?? []));
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  return { get: (id) => byId.get(id), list: () => providers };
}
