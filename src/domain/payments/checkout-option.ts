/** What a provider offers for choice at checkout. */
export interface OfferedProvider {
  id: string;
  methods: readonly string[];
}

/** One way to pay: `sandbox`, `cod`, `razorpay.upi`. */
export interface OptionChoice {
  providerId: string;
  method: string;
}

/** The key of a way to pay: the bare provider where its one method has its name, else provider and method. */
export function optionKey(provider: OfferedProvider, method: string): string {
  return provider.methods.length === 1 && method === provider.id ? provider.id : `${provider.id}.${method}`;
}

/** The way to pay that a key names, among these providers; undefined when none has it. */
export function findOption(providers: readonly OfferedProvider[], key: string): OptionChoice | undefined {
  for (const provider of providers) {
    for (const method of provider.methods) {
      if (optionKey(provider, method) === key) return { providerId: provider.id, method };
    }
  }
  return undefined;
}

/** The providers and methods that exist, for the settings that speak of each; a test holds it to the adapters. */
export const knownOptionKeys = [
  'cod',
  'razorpay.upi',
  'razorpay.card',
  'razorpay.netbanking',
  'razorpay.wallet',
  'stripe.card',
  'sandbox',
] as const;
export type KnownOptionKey = (typeof knownOptionKeys)[number];
