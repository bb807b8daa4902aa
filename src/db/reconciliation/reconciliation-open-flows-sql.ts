/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const reconciliationOpenFlows: Readonly<Record<string, string>> = {
  'reconciliation-evidence': `select id from reconciliation_disputes where evidence_state = 'collecting'`,
};
