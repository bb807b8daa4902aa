import {
  type AttemptControl,
  type ExportAttempts,
  type WrittenFile,
} from '#activities/_shared/export-attempts.js';
import { type ReportInput, reportSettings } from '#db/reports/report-sql.js';
import { fileCountStatement } from '#db/reports/report-files-sql.js';
import type { Origin } from '#domain/_shared/context.js';
import { GST_RETURN, type ReportExport } from '#domain/reports/report-export.js';
import { reportsErrors } from '#domain/reports/reports.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';
import { writeCsvFile } from './csv-file.js';
import type { FileJob } from './file-job.js';
import { writeXlsxFile } from './xlsx-file.js';

type WriteFile = (row: ReportExport, control: AttemptControl) => Promise<WrittenFile>;
type Deps = Pick<Platform, 'streaming' | 'settings' | 'reports'> & {
  attempt: ExportAttempts;
  /** Writes a GST return. */
  gstReturn: WriteFile;
};

const csv = { write: writeCsvFile, contentType: 'text/csv; charset=utf-8' };
const xlsx = {
  write: writeXlsxFile,
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Writes the files of reports and GST returns, two at a time: they keep a connection and a processor busy for seconds. */
export function createReportFileActivities({ streaming, settings, reports, attempt, gstReturn }: Deps) {
  /** Writes all rows as they were at one instant: the count, the cap and the rows belong to one snapshot. */
  async function write(row: ReportExport, control: AttemptControl): Promise<WrittenFile> {
    const { reportKey, vendorId, format, params } = row;
    const report = reports.find(vendorId === null ? 'platform' : 'vendor', reportKey);
    if (!report) throw reportsErrors.unknownReport();
    const { maxRows } = reports.limits;
    const { signal, written, total, store } = control;
    return streaming.use(
      async (connection) => {
        const input: ReportInput = { ...params, vendorId, ...reportSettings(settings) };
        const [counted] = await connection.rows<{ total: number }>(
          fileCountStatement(report, input, maxRows),
        );
        await total(Math.min(counted?.total ?? 0, maxRows));
        const job: FileJob = {
          connection,
          report,
          input,
          maxRows,
          signal,
          written,
          currency: settings.get(storeSettings.currency),
        };
        const { write: writeFile, contentType } = format === 'xlsx' ? xlsx : csv;
        const fileSize = await store(contentType, (body) => writeFile(job, body));
        return { truncated: (counted?.total ?? 0) > maxRows, fileSize };
      },
      { signal },
    );
  }

  return {
    /**
     * Writes the file of an export.
     * @returns until when the file is kept; null when the export has ended meanwhile, and has no file
     */
    writeReportFile(input: { exportId: string; origin: Origin }): Promise<{ expiresAt: string } | null> {
      return attempt(input, (row, control) =>
        row.reportKey === GST_RETURN ? gstReturn(row, control) : write(row, control),
      );
    },
  };
}

export type ReportFileActivities = ReturnType<typeof createReportFileActivities>;
