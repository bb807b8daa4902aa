import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { ReportParams } from './report.js';

export const exportFormats = ['csv', 'xlsx'] as const;

export const gstReturnFormats = ['csv', 'json'] as const;
export type GstReturnFormat = (typeof gstReturnFormats)[number];

/** Of the files that are kept as exports: those of reports, GST returns, and the ZIP of a month's invoices and credit notes. */
export const fileFormats = [...exportFormats, 'json', 'zip'] as const;
export type ExportFormat = (typeof fileFormats)[number];

/** In place of the key of a report, for a ZIP of documents. */
export const DOCUMENTS = 'documents';
/** In place of the key of a report, for the GST return of a vendor's month; the filter `month` says which. */
export const GST_RETURN = 'gst-return';

/** Whether an export is one of a report. */
export function isOfReport(reportKey: string): boolean {
  return reportKey !== DOCUMENTS && reportKey !== GST_RETURN;
}

export const exportStatuses = ['pending', 'processing', 'ready', 'failed', 'expired'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

/** Seven days: how long the file of an export is kept. */
export const RETENTION_MS = 7 * 24 * 60 * 60 * 1_000;

/** The `error` of an export that was cancelled, by its own operation or as a job. */
export const CANCELLED = 'Cancelled';
export const FILE_MISSING = 'The file is no longer in the storage';
export const INTERRUPTED = 'The export was interrupted';

export const reportExportColumns = {
  id: uuid,
  reportKey: text,
  /** Null for reports of the platform. */
  vendorId: nullable(uuid),
  format: textOf<ExportFormat>(),
  /** At the moment: a ready export counts as `expired` from `expiresAt` on. */
  status: textOf<ExportStatus>(),
  params: jsonOf<ReportParams>(),
  rowCount: integer,
  /** Rows that the file will have; null until they are counted. */
  rowTotal: nullable(integer),
  truncated: boolean,
  fileName: text,
  /** Bytes. */
  fileSize: integer,
  error: nullable(text),
  createdAt: instant,
  completedAt: nullable(instant),
  expiresAt: nullable(instant),
} as const satisfies Columns;
export type ReportExport = RowOf<typeof reportExportColumns>;

export interface ExportLimits {
  /** Rows of a file; a file that ends there is marked `truncated`. */
  maxRows: number;
  /** How often the row and the heartbeat say how many rows are written. */
  progressMs: number;
}

export const exportLimits: ExportLimits = { maxRows: 200_000, progressMs: 1_000 };

/** Files of exports, and nothing else, lie below this. */
export const EXPORTS_PREFIX = 'exports/';

/** One key for each export: a repeated attempt overwrites the file. */
export function exportKey(exportId: string): string {
  return `${EXPORTS_PREFIX}${exportId}`;
}

/** The export that a stored file belongs to. */
export function exportIdOf(key: string): string {
  return key.slice(EXPORTS_PREFIX.length);
}

/** Exports of one vendor that may wait or run at once; one worker writes few files at a time for all vendors. */
export const MAX_OPEN_EXPORTS = 5;
