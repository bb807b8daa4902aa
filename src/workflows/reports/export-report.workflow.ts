import {
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { DocumentArchiveActivities } from '#activities/invoices/document-archive.activities.js';
import type { ReportExportActivities } from '#activities/reports/report-export.activities.js';
import type { ReportFileActivities } from '#activities/reports/report-file.activities.js';
import { CANCELLED } from '#domain/reports/report-export.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
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
const { failReportExport, expireReportExport } = proxyActivities<ReportExportActivities>(databaseStep);

export const exportReport: WorkflowOf<typeof contract> = async (input: ExportReportInput) => {
  const { exportId, format, origin } = input;
  let ended = false;
  setHandler(exportEndedSignal, () => {
    ended = true;
  });

  const file = await write();
  // Cancelled by its own operation while it was being written.
  if (file === null) return;
  try {
    setCurrentDetails(`The file is kept until ${file.expiresAt}`);
    const summary = `The file is kept until ${file.expiresAt}`;
    await condition(() => ended, Math.max(Date.parse(file.expiresAt) - Date.now(), 0), { summary });
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(expire);
    throw error;
  }
  await expire();

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
    setCurrentDetails('');
    return expireReportExport({ exportId, origin });
  }
};
