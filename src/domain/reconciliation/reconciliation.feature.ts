import { defineFeature } from '#domain/_shared/feature.js';

export const reconciliationFeature = defineFeature({
  slug: 'reconciliation',
  text: 'What payment providers say against the books: disputes, settlements, money without an explanation.',
  permissions: {
    'reconciliation:view': 'Read disputes, settlements and unmatched money of payment providers',
    'reconciliation:manage': 'Decide about unmatched money, and collect evidence for disputes',
  },
  entities: ['dispute', 'settlement', 'unmatchedMoney'],
  remedies: {
    fetchProviderBooks: {
      text: 'Nothing is lost: the next scheduled run goes on where this one stopped.',
      retry: { way: 'schedule' },
    },
    collectDisputeEvidence: {
      text: 'Collect the evidence of the dispute again.',
      retry: { way: 'event', subscription: 'reconciliation-evidence' },
    },
  },
});
