import { defineFeature } from '#domain/_shared/feature.js';

export const ledgerFeature = defineFeature({
  slug: 'ledger',
  text: 'Entries and balance of a vendor: sales, commission, refunds, taxes withheld, payouts.',
});
