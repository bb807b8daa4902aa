import type { Writable } from 'node:stream';
import { sheetStatement } from '#db/reports/report-files-sql.js';
import { type SheetColumn, writeWorkbook } from '#integrations/spreadsheets/write-workbook.js';
import type { ReportColumn, ReportValue } from '#domain/reports/report.js';
import { columnLabel, type FileJob } from './file-job.js';

/** Amounts leave the database in subunits. */
const SUBUNITS = 100;

/** Writes a report as a workbook of one sheet. */
export async function writeXlsxFile(job: FileJob, target: Writable): Promise<void> {
  const { connection, report, input, maxRows, currency, written, signal } = job;
  const isMoney = report.columns.map(({ type }) => type === 'money');
  async function* rows(): AsyncGenerator<ReportValue[][]> {
    let count = 0;
    const statement = sheetStatement(report, input, maxRows);
    for await (const batch of connection.batches<Record<string, ReportValue>>(statement)) {
      yield batch.map((row) =>
        isMoney.map((money, index) => {
          const value = row[`c${index}`] ?? null;
          return money && value !== null ? Number(value) / SUBUNITS : value;
        }),
      );
      count += batch.length;
      written(count);
    }
  }
  const columns = report.columns.map((column) => sheetColumn(column, currency, input.timeZone));
  await writeWorkbook({ name: report.title, columns, rows: rows() }, target, signal);
}

function sheetColumn(column: ReportColumn, currency: string, timeZone: string): SheetColumn {
  const label = columnLabel(column, currency);
  switch (column.type) {
    case 'datetime':
      return { label: `${label} (${timeZone})`, width: 22, format: 'yyyy-mm-dd hh:mm:ss' };
    case 'date':
      return { label, width: 14, format: 'yyyy-mm-dd' };
    case 'money':
      return { label, width: 18, format: '#,##0.00' };
    case 'number':
    case 'boolean':
      return { label, width: 12 };
    case 'string':
      // A cell of text stays one when somebody edits it: what begins with `=` never becomes a formula.
      return { label, width: 26, format: '@' };
  }
}
