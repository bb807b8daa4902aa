import { CancellationScope, CancelledFailure } from '@temporalio/workflow';
import type { ReportExportActivities } from '#activities/reports/report-export.activities.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { databaseStep } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { expireReportExport as contract } from './reports.contract.js';

const { expireReportExport: expire } = proxyActivities<ReportExportActivities>({
  ...databaseStep,
  summary: 'Delete the file',
});

export const expireReportExport: WorkflowOf<typeof contract> = async ({ exportId, origin }) => {
  await CancellationScope.nonCancellable(() => expire({ exportId, origin }));
  if (CancellationScope.current().consideredCancelled)
    throw new CancelledFailure('The file was deleted before its time');
};
