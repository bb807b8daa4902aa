import { once } from 'node:events';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvStatement } from '#db/reports/report-files-sql.js';
import { columnLabel, type FileJob } from './file-job.js';

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Spreadsheets take a file for UTF-8 by this mark only. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Writes a report as CSV: the labels, then what the database gives out, which is the file already. */
export async function writeCsvFile(job: FileJob, target: Writable): Promise<void> {
  const { connection, report, input, maxRows, currency, written, signal } = job;
  const labels = report.columns.map((column) => quoted(columnLabel(column, currency)));
  if (!target.write(`${BYTE_ORDER_MARK}${labels.join(',')}\r\n`)) await once(target, 'drain', { signal });
  const rows = connection.copyOut(csvStatement(report, input, maxRows));
  await pipeline(rows, countRows(written), target, { end: false, signal });
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Passes CSV on with the line ends of RFC 4180, which Postgres writes without the carriage return, and counts its rows: line feeds
 * outside of quotation marks.
 */
function countRows(written: (rows: number) => void): Transform {
  let rows = 0;
  let inQuotes = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // As if each byte ended a line: allocated once, and cut to what was written.
      const lines = Buffer.allocUnsafe(2 * chunk.length);
      let length = 0;
      for (const byte of chunk) {
        if (byte === QUOTE) inQuotes = !inQuotes;
        else if (byte === LINE_FEED && !inQuotes) {
          rows += 1;
          lines[length++] = CARRIAGE_RETURN;
        }
        lines[length++] = byte;
      }
      written(rows);
      done(null, lines.subarray(0, length));
    },
  });
}
