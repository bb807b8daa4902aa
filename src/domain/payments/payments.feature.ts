import { defineFeature } from '#domain/_shared/feature.js';

export const paymentsFeature = defineFeature({
  slug: 'payments',
  text: 'Payments, refunds, duplicate charges, and the webhooks of payment providers.',
  permissions: {
    'refund:view': 'Read the refunds of any order',
    'refund:create': 'Refund money',
  },
  entities: ['payment', 'refund'],
  remedies: {
    refundPayment: {
      text: 'Look the refund up at the payment provider, then retry the refund or mark it as paid by hand.',
      retry: { way: 'event', subscription: 'payments-refund' },
    },
    findLatePayments: {
      text: 'Nothing is lost: the next scheduled run asks the provider again.',
      retry: { way: 'schedule' },
    },
  },
});
