/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const reportsOpenFlows: Readonly<Record<string, string>> = {
  'reports-export': `select id from reports_exports where status in ('pending', 'processing')`,
};
