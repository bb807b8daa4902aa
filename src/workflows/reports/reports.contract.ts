import { requestedSignal } from '#workflows/_shared/requests.js';
import { defineSignal } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface ExportReportInput {
  exportId: string;
  /** For operators who look at the run. */
  reportKey: string;
  format: string;
  /** Null for reports of the platform. */
  vendorId: string | null;
  /** Which request of the row it is for. */
  request?: string;
  origin: Origin;
}

/** The export has lost its file: there is nothing left to keep. Sent to runs of earlier releases. */
export const exportEndedSignal = defineSignal('ended');

/**
 * Writes the file of one export. Started by the request for the export. A run that is cancelled gives up a file in
 * progress, and the row is `failed`. `expireReportExport` deletes the file later.
 */
export const exportReport = contract<ExportReportInput>()({
  name: 'exportReport',
  ...entityIds<ExportReportInput>('reports-export', (input) => input.exportId),
  onRunning: 'join',
  // A failed export can be requested again; a run first looks whether a file is still to be written.
  onClosed: 'again',
  searchAttributes: ({ vendorId }) => (vendorId === null ? {} : { vendorId }),
  summary: ({ reportKey, format }) =>
    format === 'zip'
      ? 'ZIP of the invoices and credit notes of a month'
      : `Export of the report ${reportKey} as ${format.toUpperCase()}`,
  signals: { ended: exportEndedSignal, requested: requestedSignal },
});

export interface ExpireReportExportInput {
  exportId: string;
  /** ISO 8601. */
  expiresAt: string;
  origin: Origin;
}

/**
 * Deletes the file of an export at `expiresAt` and marks the row as expired. Started with the event of the ready file, as a
 * run that begins then. Cancelled, it deletes the file early; what it has missed the daily sweep finds. Deleting again finds
 * nothing.
 */
export const expireReportExport = contract<ExpireReportExportInput>()({
  name: 'expireReportExport',
  ...entityIds<ExpireReportExportInput>('report-export-expire', (input) => input.exportId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  startsAt: ({ expiresAt }) => expiresAt,
  summary: ({ expiresAt }) => `Delete the file of an export at ${expiresAt}`,
});
