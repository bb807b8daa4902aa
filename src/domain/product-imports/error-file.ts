import type { RowError } from './imported-product.js';

/** The first line of the file of errors, with its line break; a UTF-8 byte order mark belongs before it. */
export const errorFileHeader = 'row,handle,column,reason\r\n';

/**
 * One line of the file of errors, with its line break. The texts come out of the vendor's own file, so that cells
 * which a spreadsheet would run as a formula are neutralised.
 */
export function errorFileRow({
  row,
  handle,
  column,
  reason,
}: Pick<RowError, 'row' | 'handle' | 'column' | 'reason'>): string {
  return `${row},${[handle, column, reason].map(textCell).join(',')}\r\n`;
}

function textCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
