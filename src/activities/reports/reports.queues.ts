import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createReportExportsRepository } from '#db/reports/reports.repository.js';
import type { Platform } from '#operations/platform.js';
import { createReportExportActivities } from './report-export.activities.js';
import { createReportExportsSweep } from './report-exports-sweep.js';
import { createReportFileActivities } from './report-file.activities.js';

export function createReportsQueues(platform: Platform): FeatureActivities {
  const deps = { ...platform, exports: createReportExportsRepository(platform.knex) };
  const ends = createReportExportActivities(deps);
  return {
    queues: { core: ends, exports: createReportFileActivities(deps) },
    sweeps: { exports: { 'report-exports': createReportExportsSweep({ ...deps, ends }) } },
  };
}
