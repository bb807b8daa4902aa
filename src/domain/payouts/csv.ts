import { DateTime } from 'luxon';

/** A line of a CSV file, with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Text that a spreadsheet would take for a formula gets an apostrophe; amounts keep their minus. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** An instant as files have it: on the clock of the store, with its offset, `2026-12-01T00:30:00+05:30`. */
export function csvInstant(at: Date, timeZone: string): string {
  return DateTime.fromJSDate(at, { zone: timeZone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}
