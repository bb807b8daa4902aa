import { defineFeature } from '#domain/_shared/feature.js';

export const payoutsFeature = defineFeature({
  slug: 'payouts',
  text: 'Runs that pay vendors, their bank files and statements.',
  permissions: {
    'payout:view': 'Read payouts and the ledger',
    'payout:manage': 'Create payouts, export them for the bank and record their outcome',
  },
  entities: ['payout', 'payoutRun', 'payoutAccount'],
  remedies: {
    payOutVendors: {
      text: 'Correct what the reason names and run it again with the same body: vendors that are paid already are left out.',
      retry: { way: 'event', subscription: 'payouts-run' },
    },
    sendPayout: {
      text: 'Start it again: the provider is asked what became of the transfer before anything is sent.',
      retry: { way: 'event', subscription: 'payouts-transfer' },
    },
    verifyPayoutAccount: {
      text: 'Start it again: the provider is asked what became of the test transfer before anything is sent.',
      retry: { way: 'event', subscription: 'payouts-account' },
    },
  },
});
