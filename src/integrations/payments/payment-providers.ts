import { createCodProvider } from './cod-provider.js';
import type { PaymentProvider } from './payment-provider.js';

export interface PaymentProviders {
  /** Undefined for an id that is not registered (in production that includes `sandbox`). */
  get(id: string): PaymentProvider | undefined;
  /** In the order in which they are shown. */
  list(): readonly PaymentProvider[];
}

/** Cash on delivery, then the providers of plugins in the order of their names, then those for development. */
export function createPaymentProviders(
  { paymentProviders }: { paymentProviders: readonly PaymentProvider[] },
  { production }: { production: boolean },
): PaymentProviders {
  const isPretence = ({ forDevelopment }: PaymentProvider) => Boolean(forDevelopment);
  const providers = [
    createCodProvider(),
    ...paymentProviders.filter((provider) => !isPretence(provider)),
    // A pretend payment in production would hand out goods for nothing.
    ...(production ? [] : paymentProviders.filter(isPretence)),
  ];
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  return { get: (id) => byId.get(id), list: () => providers };
}
