import { sharedService } from '#api/kernel/shared-service.js';
import type { Platform } from '#operations/platform.js';
import { createReportDownload } from './report-download.js';
import { createReportExportsService } from './report-exports.service.js';
import { createReportsService } from './reports.service.js';

/** The use cases of the feature, as route handlers see them. */
export function createReportsServices(platform: Platform) {
  const exports = sharedService(platform, createReportExportsService);
  return {
    reports: createReportsService(platform),
    reportExports: exports,
    reportDownload: createReportDownload({ ...platform, exports }),
  };
}
