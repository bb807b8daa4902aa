import { defineFeature } from '#domain/_shared/feature.js';

export const payoutsFeature = defineFeature({
  slug: 'payouts',
  text: 'Runs that pay vendors, their bank files and statements.',
  permissions: {
    'payout:view': 'Read payouts and the ledger',
    'payout:manage': 'Create payouts, export them for the bank and record their outcome',
  },
  entities: ['payout', 'payoutRun'],
  remedies: {
    payOutVendors: {
      text: 'Correct what the reason names and run it again with the same body: vendors that are paid already are left out.',
      retry: { way: 'event', subscription: 'payouts-run' },
    },
  },
});
