import { createDerivedRows } from '#db/kernel/derived-rows.js';

/** The statement of each paid payout as PDF. */
export const payoutStatements = createDerivedRows<{ payoutId: string }>({
  name: 'payouts_statements',
  key: { payoutId: 'uuid' },
});
