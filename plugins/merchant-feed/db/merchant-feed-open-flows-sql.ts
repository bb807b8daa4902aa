/** A connection whose account was not read yet has work left. */
export const merchantFeedOpenFlows: Readonly<Record<string, string>> = {
  'feeds-connect-merchant': `select feed from feeds_connections where feed = 'merchant' and connected and account is null`,
};
