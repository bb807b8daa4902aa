import { ACTED, BUSINESS, type PersonalData } from '#db/kernel/personal-data.js';

export const payoutsPersonalData: PersonalData = {
  tables: [],
  none: { payouts: BUSINESS, payouts_accounts: BUSINESS, payouts_runs: ACTED, payouts_transfers: ACTED },
};
