import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import exceljs from 'exceljs';
import { storableText } from '#domain/_shared/storable-text.js';

export interface SheetColumn {
  label: string;
  /** In characters. */
  width: number;
  /** A number format of spreadsheets, `#,##0.00`. */
  format?: string;
}

export type CellValue = string | number | boolean | null;

export interface Sheet {
  name: string;
  columns: SheetColumn[];
  /** Values in the order of the columns; dates are days since 1899-12-30 with a date format. */
  rows: AsyncIterable<CellValue[][]>;
}

/** Rows after which other work of the process has its turn: some milliseconds of processor time. */
const ROWS_A_TURN = 100;

/** Names of sheets have at most 31 characters, and none of these. */
const NOT_IN_NAMES = /[\\/?*[\]:]/g;

/** The file's stream as the library holds it: it takes everything and says nothing of what waits. */
interface SheetStream {
  stream: { pipes: Writable[] };
}

/**
 * Writes a workbook of one sheet with a header that stays in view and a filter. The memory that it takes does not depend
 * on the number of rows, and others of the process have their turn in between.
 */
export async function writeWorkbook(sheet: Sheet, target: Writable, signal: AbortSignal): Promise<void> {
  const { columns } = sheet;
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: target as never,
    useStyles: true,
    useSharedStrings: false,
  });
  const worksheet = workbook.addWorksheet(sheet.name.replace(NOT_IN_NAMES, ' ').slice(0, 31), {
    views: [{ state: 'frozen', ySplit: 1 }],
  });
  worksheet.columns = columns.map(({ width, format }) => ({
    width,
    ...(format !== undefined && { style: { numFmt: format } }),
  }));
  worksheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
  const header = worksheet.addRow(columns.map(({ label }) => label));
  header.font = { bold: true };
  header.commit();

  for await (const batch of sheet.rows) {
    for (let first = 0; first < batch.length; first += ROWS_A_TURN) {
      for (const values of batch.slice(first, first + ROWS_A_TURN))
        worksheet.addRow(values.map(readable)).commit();
      await nextTurn();
      signal.throwIfAborted();
    }
    await drained(worksheet as unknown as SheetStream, signal);
  }
  worksheet.commit();
  await orAborted(workbook.commit(), signal);
}

/** The library waits for ever where its target went away while it compressed: who gives the file up does not wait with it. */
async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  work.catch(() => undefined);
  let leave = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    signal.throwIfAborted();
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** What was stored before U+FFFE and U+FFFF were refused: the library strips control characters, but not these two. */
const readable = (value: CellValue) => (typeof value === 'string' ? storableText(value) : value);

/** Waits until what is written has gone on to be compressed: the library itself never does. */
async function drained({ stream }: SheetStream, signal: AbortSignal): Promise<void> {
  for (const pipe of stream.pipes) {
    if (pipe.writableNeedDrain) await once(pipe, 'drain', { signal });
  }
}
