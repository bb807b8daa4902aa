import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createExportAttempts } from '#activities/_shared/export-attempts.js';
import { createReportExportsRepository } from '#db/reports/reports.repository.js';
import type { Platform } from '#operations/platform.js';
import { createGstReturnFile } from '#activities/invoices/gst-return-file.js';
import { createReportExportActivities } from './report-export.activities.js';
import { createReportExportsSweep } from './report-exports-sweep.js';
import { createReportFileActivities } from './report-file.activities.js';

export function createReportsQueues(platform: Platform): FeatureActivities {
  const deps = { ...platform, exports: createReportExportsRepository(platform.knex) };
  const attempt = createExportAttempts(deps);
  const ends = createReportExportActivities(deps);
  const gstReturn = createGstReturnFile(platform);
  return {
    queues: { core: ends, exports: createReportFileActivities({ ...deps, attempt, gstReturn }) },
    sweeps: { exports: { 'report-exports': createReportExportsSweep({ ...deps, ends }) } },
  };
}
