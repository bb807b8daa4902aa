/** Every shipping provider of the platform. */
export const providerIds = ['carrier', 'self-handled'] as const;
export type ProviderId = (typeof providerIds)[number];

export const credentialSources = ['platform', 'vendor'] as const;
export type CredentialSource = (typeof credentialSources)[number];

export interface ProviderSummary {
  id: ProviderId;
  methods: string[];
  /** Ships with its own account, of the vendor or of the platform. */
  needsCredentials: boolean;
}

/** The registered providers, by id. */
export const providers: Readonly<Record<ProviderId, ProviderSummary>> = {
  carrier: { id: 'carrier', methods: ['courier'], needsCredentials: true },
  'self-handled': { id: 'self-handled', methods: ['self'], needsCredentials: false },
};

export function findProvider(id: string): ProviderSummary | undefined {
  return Object.hasOwn(providers, id) ? providers[id as ProviderId] : undefined;
}
