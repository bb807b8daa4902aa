import { isStorable } from '#domain/_shared/storable-text.js';
import { knownHeaders } from '#domain/product-imports/product-columns.js';
import { readCsvRecords } from './csv-records.js';
import { MAX_HEADER_BYTES, parseProductFileHeader, type ProductFileHeader } from './product-file-header.js';

/** Where reading goes on: what was stored with the last row that was taken in, and the header of the file. */
export interface ProductFilePosition {
  /** Absolute offset in the file just after the last row that was taken in; the input must begin there. */
  byteOffset: number;
  /** The number of that row. */
  row: number;
  header: ProductFileHeader;
}

interface RowPosition {
  /** The row that a spreadsheet shows, the header being row 1; a record over several lines is one row, a blank line is one too. */
  row: number;
  /** Absolute offset in the file just after this record, in bytes. */
  byteOffset: number;
}

/** A row with its cells by header name (known columns only), or the reason why it could not be read. */
export type ProductFileRow =
  | (RowPosition & { record: Record<string, string>; error?: undefined })
  | (RowPosition & { error: string; column?: string; record?: undefined });

/** The header is the first row, as a spreadsheet counts. */
const HEADER_ROW = 1;

/**
 * Reads only the header of a product file; the first 64 KiB of the file are enough as input.
 * @throws AppError VALIDATION_ERROR when this is no product file
 */
export async function readProductHeader(input: AsyncIterable<Uint8Array>): Promise<ProductFileHeader> {
  const iterator = input[Symbol.asyncIterator]();
  try {
    return (await takeHeader(iterator)).header;
  } finally {
    await iterator.return?.();
  }
}

/**
 * Streams the rows of a Shopify product CSV in either generation of header names, with a comma, semicolon or tab.
 * Rows whose cells are all blank are passed over. Memory stays at about one record, at most 1 MiB.
 *
 * Without `from` the input is the whole file. With it the input begins at `from.byteOffset`, and the rows are
 * exactly those that reading the whole file would have given from there on.
 * @throws AppError VALIDATION_ERROR when this is no product file
 */
export async function* readProductRows(
  input: AsyncIterable<Uint8Array>,
  from?: ProductFilePosition,
): AsyncGenerator<ProductFileRow, void, undefined> {
  const iterator = input[Symbol.asyncIterator]();
  try {
    const { header, head } = from ? { header: from.header, head: undefined } : await takeHeader(iterator);
    const byteOffset = from?.byteOffset ?? header.byteOffset;
    const toRecord = recordBuilder(header);
    let row = from?.row ?? HEADER_ROW;

    const records = readCsvRecords(chain(head, iterator), { byteOffset, delimiter: header.delimiter });
    for await (const { cells, error, byteOffset } of records) {
      row += 1;
      if (error !== undefined) yield { row, byteOffset, error };
      else if (cells.some((cell) => cell.trim() !== '')) yield { row, byteOffset, ...toRecord(cells) };
    }
  } finally {
    await iterator.return?.();
  }
}

type Built =
  | { record: Record<string, string>; error?: undefined }
  | { error: string; column?: string; record?: undefined };

function recordBuilder({ headers, columns }: ProductFileHeader): (cells: string[]) => Built {
  const known = knownHeaders(columns);
  const fields = headers.flatMap((name, index) => (known.has(name) ? [{ name, index }] : []));

  return (cells) => {
    if (cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
      return {
        error: `This row has ${cells.length} cells, but the file has ${headers.length} columns. A cell that contains the column separator must be quoted.`,
      };
    }
    const record: Record<string, string> = {};
    for (const { name, index } of fields) {
      // Spreadsheets leave out empty cells at the end of a line.
      const cell = cells[index] ?? '';
      const problem = textProblem(cell);
      if (problem !== undefined) return { error: problem, column: name };
      record[name] = cell;
    }
    return { record };
  };
}

function textProblem(cell: string): string | undefined {
  // The decoder puts U+FFFD where bytes are not UTF-8, as in files saved in an older Windows encoding.
  if (cell.includes('\uFFFD'))
    return 'The cell contains characters that are not UTF-8. Save the file as "CSV UTF-8".';
  if (cell.includes('\0')) return 'The cell contains a NUL character.';
  if (!isStorable(cell)) return 'The cell contains a code that is no character (U+FFFE or U+FFFF).';
  return undefined;
}

/** Takes in the start of the file; `head` is what was taken beyond the header. */
async function takeHeader(
  iterator: AsyncIterator<Uint8Array>,
): Promise<{ header: ProductFileHeader; head: Uint8Array }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let complete = false;
  while (length < MAX_HEADER_BYTES && !complete) {
    const next = await iterator.next();
    if (next.done) complete = true;
    else {
      chunks.push(next.value);
      length += next.value.byteLength;
    }
  }
  const bytes = Buffer.concat(chunks);
  const header = parseProductFileHeader(bytes, complete);
  return { header, head: bytes.subarray(header.byteOffset) };
}

async function* chain(
  head: Uint8Array | undefined,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (head !== undefined) yield head;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}
