import type { StreamingConnection } from '#db/kernel/streaming-connection.js';
import type { ReportDefinition, ReportInput } from '#db/reports/report-sql.js';
import type { ReportColumn } from '#domain/reports/report.js';

/** What the writer of a file needs. */
export interface FileJob {
  connection: StreamingConnection;
  report: ReportDefinition;
  input: ReportInput;
  maxRows: number;
  /** ISO 4217, for the labels of amounts. */
  currency: string;
  signal: AbortSignal;
  /** Says how many rows are written so far. */
  written(rows: number): void;
}

/** The label of a column in a file: amounts name their currency. */
export function columnLabel({ label, type }: ReportColumn, currency: string): string {
  return type === 'money' ? `${label} (${currency})` : label;
}
