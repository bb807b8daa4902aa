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
  origin: Origin;
}

/** The export has lost its file: there is nothing left to keep. */
export const exportEndedSignal = defineSignal('ended');

/**
 * Writes the file of one export and keeps it for seven days. Started by the request for the export. The run is the life
 * of the file: it waits until `expiresAt`, deletes the file and marks the row as expired. A run that is cancelled gives
 * up a file in progress (the row is `failed`), and deletes one that is ready. A run that is terminated leaves its file
 * to the daily sweep.
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
  signals: { ended: exportEndedSignal },
});
