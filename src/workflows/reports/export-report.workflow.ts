import { forEachRequest } from '#workflows/_shared/requests.js';
import { CancellationScope, isCancellation, patched, setHandler } from '@temporalio/workflow';
import type { DocumentArchiveActivities } from '#activities/invoices/document-archive.activities.js';
import type { ReportExportActivities } from '#activities/reports/report-export.activities.js';
import type { ReportFileActivities } from '#activities/reports/report-file.activities.js';
import { CANCELLED } from '#domain/reports/report-export.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { condition, proxyActivities } from '#workflows/_shared/steps.js';
import {
  exportEndedSignal,
  type exportReport as contract,
  type ExportReportInput,
} from './reports.contract.js';

/** A statement that failed six times will fail again; a worker that stops uses one of the attempts up. */
const ATTEMPTS = 6;

const { writeReportFile } = proxyActivities<ReportFileActivities>({
  ...longPass,
  retry: { ...longPass.retry, maximumAttempts: ATTEMPTS },
  taskQueue: 'exports',
  summary: 'Write the file',
});
/** On the workers with a browser: documents that have no PDF yet are printed on the way. */
const { writeDocumentArchive } = proxyActivities<DocumentArchiveActivities>({
  ...longPass,
  retry: { ...longPass.retry, maximumAttempts: ATTEMPTS },
  taskQueue: 'documents',
  summary: 'Write the ZIP',
});
const { failReportExport } = proxyActivities<ReportExportActivities>({
  ...databaseStep,
  summary: 'Mark the export as failed',
});
const { expireReportExport } = proxyActivities<ReportExportActivities>({
  ...databaseStep,
  summary: 'Delete the file',
});

export const exportReport: WorkflowOf<typeof contract> = (input: ExportReportInput) => {
  const { exportId, format, origin } = input;
  let ended = false;
  setHandler(exportEndedSignal, () => {
    ended = true;
  });

  // An operator may have all failed exports written again as soon as their rows say so.
  return forEachRequest(input, exportOnce);

  async function exportOnce(): Promise<void> {
    const file = await write();
    // Cancelled by its own operation while it was being written.
    if (file === null) {
      setOutcome('cancelled', 'The export ended while its file was being written');
      return;
    }
    setOutcome('ok');
    // Runs of earlier releases keep the file themselves; another run deletes it now.
    if (patched('file-expires-in-another-run')) return;
    try {
      const summary = `The file is kept until ${file.expiresAt}`;
      await condition(() => ended, Math.max(Date.parse(file.expiresAt) - Date.now(), 0), summary);
    } catch (error) {
      if (isCancellation(error)) await CancellationScope.nonCancellable(expire);
      throw error;
    }
    await expire();
  }

  async function write(): Promise<{ expiresAt: string } | null> {
    try {
      return await awaitOutage(() =>
        format === 'zip' ? writeDocumentArchive({ exportId, origin }) : writeReportFile({ exportId, origin }),
      );
    } catch (error) {
      const reason = isCancellation(error)
        ? CANCELLED
        : failureReason(error, 'The export failed because of an internal error');
      // Cancelling the run must not cancel the record of it.
      await CancellationScope.nonCancellable(() => failReportExport({ exportId, error: reason, origin }));
      throw error;
    }
  }

  function expire(): Promise<void> {
    return expireReportExport({ exportId, origin });
  }
};
