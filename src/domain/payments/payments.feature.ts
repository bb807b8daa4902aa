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
    refundPayment:
      'Look the refund up at the payment provider, then retry the refund or mark it as paid by hand.',
    findLatePayments: 'Nothing is lost: the next scheduled run asks the provider again.',
  },
});
