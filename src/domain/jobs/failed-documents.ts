import { platformErrors } from '#domain/_shared/platform.errors.js';

/** What failed of these can be requested again without a further decision: nothing is sent and no money moves. */
export const documentKinds = ['invoices', 'exports', 'labels'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** How many of each were requested again. */
export type RetriedDocuments = Record<DocumentKind, number>;

/** The errors of rows that failed because the storage or the database was away for too long. */
export const OUTAGE_REASONS: readonly string[] = [
  platformErrors.storageUnavailable,
  platformErrors.diskFull,
  platformErrors.databaseUnavailable,
].map(({ definition }) => definition.message);

/** How long `redeliver` looks back for documents that failed by an outage. */
export const OUTAGE_DAYS = 30;
