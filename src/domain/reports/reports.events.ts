import type { Repeatable } from '#domain/_shared/repeatable.js';
import { defineEvent } from '#domain/_shared/event.js';
import type { ExportFormat } from './report-export.js';

export interface ExportRequested extends Repeatable {
  exportId: string;
  reportKey: string;
  format: ExportFormat;
  vendorId: string | null;
}

export interface ExportEnded {
  exportId: string;
  reportKey: string;
}

export interface ExportReady extends ExportEnded {
  rowCount: number;
  truncated: boolean;
  /** Until when the file is kept, ISO 8601. */
  expiresAt: string;
}

export const reportsEvents = {
  requested: defineEvent<ExportRequested>(
    'report.export.requested',
    'reportExport',
    'An export of a report was requested',
  ),
  ready: defineEvent<ExportReady>('report.export.ready', 'reportExport', 'The file of an export is ready', {
    webhook: true,
  }),
  failed: defineEvent<ExportEnded & { error: string }>(
    'report.export.failed',
    'reportExport',
    'An export failed or was cancelled',
  ),
  expired: defineEvent<ExportEnded>(
    'report.export.expired',
    'reportExport',
    'The file of an export was deleted after its retention',
  ),
};
