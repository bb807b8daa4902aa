import { instant, integer, jsonOf } from '#domain/_shared/columns.js';
import type { Actor } from '#domain/_shared/context.js';
import { reportExportColumns } from '#domain/reports/report-export.js';

/** The columns of the tables of this feature. */
export const reportsTables = {
  reports_exports: { ...reportExportColumns, attempt: integer, actor: jsonOf<Actor>(), updatedAt: instant },
};
