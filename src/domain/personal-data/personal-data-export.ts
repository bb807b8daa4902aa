import {
  type Columns,
  instant,
  integer,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';

export const personalExportStatuses = ['pending', 'processing', 'ready', 'failed', 'expired'] as const;
export type PersonalExportStatus = (typeof personalExportStatuses)[number];

/** One JSON object, or a ZIP with one JSON file for each kind of data, the PDFs of invoices, and a README. */
export const personalExportFormats = ['json', 'zip'] as const;
export type PersonalExportFormat = (typeof personalExportFormats)[number];

/** A file of what is known about a user. */
export const personalExportColumns = {
  id: uuid,
  userId: uuid,
  /** At the moment: a ready file counts as `expired` from `expiresAt` on. */
  status: textOf<PersonalExportStatus>(),
  format: textOf<PersonalExportFormat>(),
  rowCount: integer,
  /** Bytes. */
  fileSize: integer,
  error: nullable(text),
  createdAt: instant,
  completedAt: nullable(instant),
  expiresAt: nullable(instant),
} as const satisfies Columns;
export type PersonalExport = RowOf<typeof personalExportColumns>;

/** Seven days: how long a file is kept. */
export const EXPORT_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** Rows of a table that are read at once. */
export const EXPORT_PAGE = 500;

/** These files, and nothing else, lie below this. */
export const PERSONAL_EXPORTS_PREFIX = 'personal-data/';

/** One key for each file: a repeated attempt overwrites it. */
export function personalExportKey(exportId: string): string {
  return `${PERSONAL_EXPORTS_PREFIX}${exportId}`;
}

/** The export that a stored file belongs to. */
export function personalExportIdOf(key: string): string {
  return key.slice(PERSONAL_EXPORTS_PREFIX.length);
}

/** `personal-data_2026-11-27.json`, in UTC. */
export function personalExportName({
  createdAt,
  format,
}: Pick<PersonalExport, 'createdAt' | 'format'>): string {
  return `personal-data_${createdAt.toISOString().slice(0, 10)}.${format}`;
}

/** The `error` of an export whose run was cancelled. */
export const EXPORT_CANCELLED = 'Cancelled';
