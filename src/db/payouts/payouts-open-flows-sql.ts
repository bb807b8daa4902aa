/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const payoutsOpenFlows: Readonly<Record<string, string>> = {
  'payouts-run': `select id from payouts_runs where state in ('pending', 'running')`,
  'payouts-account': `select id from payouts_accounts where state in ('waiting', 'testing')`,
  'payouts-transfer': `select payout_id as id from payouts_transfers where state in ('requested', 'initiated')`,
};
