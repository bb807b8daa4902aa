/** A connection waits for a catalog until one is selected. */
export const socialCatalogOpenFlows: Readonly<Record<string, string>> = {
  'feeds-connect-social': `select feed from feeds_connections
    where feed = 'social' and connected and selection_status is distinct from 'selected'`,
};
