/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const searchOpenFlows: Readonly<Record<string, string>> = {
  'search-reindex': `select id from search_runs where state in ('pending', 'running')`,
};
