import type { ReportDefinition } from '#db/reports/report-sql.js';
import type { ReportAudience, ReportRegistry } from '#db/reports/registry.report.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

/** Whose reports and exports: those of the platform, or those of one vendor. */
export interface ReportScope {
  audience: ReportAudience;
  vendorId: string | null;
}

export const platformScope: ReportScope = { audience: 'platform', vendorId: null };

export function vendorScope(vendorId: string): ReportScope {
  return { audience: 'vendor', vendorId };
}

/** @throws AppError NOT_FOUND */
export function findReport(
  reports: ReportRegistry,
  { audience }: ReportScope,
  key: string,
): ReportDefinition {
  const report = reports.find(audience, key);
  if (!report) throw platformErrors.notFound({ entity: 'Report' });
  return report;
}
