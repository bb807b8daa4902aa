/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const paymentsOpenFlows: Readonly<Record<string, string>> = {
  // What is paid back by hand waits for a person.
  'payments-refund': `select id from payments_refunds where status = 'pending' and not by_hand and not awaiting_approval and origin = 'platform'`,
};
