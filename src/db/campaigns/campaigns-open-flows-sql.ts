/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const campaignsOpenFlows: Readonly<Record<string, string>> = {
  'campaigns-broadcast': `select id from campaigns_broadcasts where status in ('scheduled', 'sending', 'paused')`,
};
