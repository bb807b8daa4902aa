import type { PaymentProvider } from './payment-provider.js';

/** Cash on delivery: accepted at once and paid at the door, so there is nobody to call and no webhook. */
export function createCodProvider(): PaymentProvider {
  return {
    id: 'cod',
    label: 'Cash on delivery',
    description: 'Pay the courier when the parcel arrives.',
    methods: ['cod'],
    methodLabels: { cod: 'Cash on delivery' },
    supportedPlatforms: ['BOTH'],
    acceptsAtOnce: true,
    createPayment: () =>
      Promise.resolve({ providerOrderId: null, status: 'accepted', action: { type: 'none' } }),
    // Cash goes back by hand (`refundsByHand`), and never comes here.
    refund: () => Promise.reject(new Error('Cash on delivery is refunded by hand')),
  };
}
