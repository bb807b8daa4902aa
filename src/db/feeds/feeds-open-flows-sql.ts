/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const feedsOpenFlows: Readonly<Record<string, string>> = {
  'feeds-revoke': `select feed from feeds_revocations`,
  // The nightly pass compares everything by itself.
  'feeds-settings': `select feed from feeds_connections where false`,
};
