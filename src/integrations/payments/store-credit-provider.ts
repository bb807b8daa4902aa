import type { PaymentProvider } from './payment-provider.js';

/** Way to pay of orders that store credit pays alone; it is no provider to choose, and nobody is called. */
export const storeCreditProvider: PaymentProvider = {
  id: 'store_credit',
  label: 'Store credit',
  methods: ['store_credit'],
  methodLabels: { store_credit: 'Store credit' },
  supportedPlatforms: ['BOTH'],
  hiddenAtCheckout: true,
  createPayment: () => Promise.reject(new Error('Store credit is taken with the order')),
  refund: () => Promise.reject(new Error('Store credit is given back by the platform itself')),
};
