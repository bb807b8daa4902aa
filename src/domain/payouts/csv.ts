/** A line of a CSV file, with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Subunits as units of the currency, `-12.50`. */
export function csvUnits(subunits: number): string {
  const sign = subunits < 0 ? '-' : '';
  const whole = Math.abs(subunits);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/** Text that a spreadsheet would take for a formula gets an apostrophe; amounts keep their minus. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
