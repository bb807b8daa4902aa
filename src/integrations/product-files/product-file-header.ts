import { parse } from 'csv-parse/sync';
import {
  columnLabel,
  repeatedHeader,
  resolveColumns,
  type ColumnNames,
} from '#domain/product-imports/product-columns.js';
import { productImportErrors } from '#domain/product-imports/product-imports.errors.js';

/** What the first line of a product file says; plain data, so that it can be stored with a checkpoint. */
export interface ProductFileHeader {
  /** All header names in order, trimmed. */
  headers: string[];
  /** The known columns and how this file spells them. */
  columns: ColumnNames;
  delimiter: ProductFileDelimiter;
  /** Where the first data record begins, in bytes from the start of the file. */
  byteOffset: number;
}

const delimiters = [',', ';', '\t'] as const;
export type ProductFileDelimiter = (typeof delimiters)[number];

/** A header line is a few kilobytes at most; what does not end within this is not one. */
export const MAX_HEADER_BYTES = 64 * 1024;

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Files that people do upload in place of a CSV, by their first bytes. */
const otherFormats: ReadonlyArray<{ bytes: number[]; reason: string }> = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    reason: 'it is a spreadsheet or zip archive; save it as "CSV UTF-8" first',
  },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], reason: 'it is an Excel workbook; save it as "CSV UTF-8" first' },
  { bytes: [0x1f, 0x8b], reason: 'it is a gzip archive; unpack it first' },
  { bytes: [0xff, 0xfe], reason: 'it is UTF-16 text; save it as "CSV UTF-8" first' },
  { bytes: [0xfe, 0xff], reason: 'it is UTF-16 text; save it as "CSV UTF-8" first' },
];

/**
 * Reads the header line at the start of a file.
 * @param head the first bytes of the file, {@link MAX_HEADER_BYTES} of them unless the file is shorter
 * @param complete whether `head` is the whole file
 * @throws AppError VALIDATION_ERROR when this is no product file, with a reason a shop owner understands
 */
export function parseProductFileHeader(head: Buffer, complete: boolean): ProductFileHeader {
  const foreign = otherFormats.find(({ bytes }) => head.subarray(0, bytes.length).equals(Buffer.from(bytes)));
  if (foreign) throw productImportErrors.notAProductFile({ reason: foreign.reason });

  const start = head.subarray(0, UTF8_BOM.length).equals(UTF8_BOM) ? UTF8_BOM.length : 0;
  const text = head.subarray(start);
  if (text.toString('utf8').trim() === '') {
    throw productImportErrors.notAProductFile({ reason: 'it is empty' });
  }

  // A comma unless only another delimiter makes the line a product header: nothing is guessed from counts.
  for (const delimiter of delimiters) {
    const line = parseFirstLine(text, delimiter, complete);
    if (line === undefined) continue;
    const headers = line.cells.map((cell) => cell.trim());
    const columns = resolveColumns(headers);
    if (columns.handle !== undefined) {
      const repeated = repeatedHeader(headers);
      if (repeated !== undefined) {
        const reason = `two of its columns are named "${repeated}"; remove or rename one of them`;
        throw productImportErrors.notAProductFile({ reason });
      }
      return { headers, columns, delimiter, byteOffset: start + line.bytes };
    }
  }
  throw productImportErrors.notAProductFile({
    reason: `its first line has no column "${columnLabel({}, 'handle')}" or "URL handle"`,
  });
}

function parseFirstLine(
  text: Buffer,
  delimiter: string,
  complete: boolean,
): { cells: string[]; bytes: number } | undefined {
  let line: { cells: string[]; bytes: number } | undefined;
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      to: 1,
      on_record: (cells: string[], { bytes }) => {
        line = { cells, bytes };
        return null;
      },
    });
  } catch {
    // Not quoted as CSV with this delimiter; when none fits, the caller says so.
    return undefined;
  }
  return line !== undefined && (complete || line.bytes < text.length) ? line : undefined;
}
