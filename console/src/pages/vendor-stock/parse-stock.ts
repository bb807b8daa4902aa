export interface PastedRow {
  sku: string;
  pieces: number;
}

/** Lines of SKU and pieces, separated by a tab, a semicolon, a comma or blanks; a heading and other lines are left out. */
export function parseStock(text: string): PastedRow[] {
  const rows = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) {
    const [, sku = '', pieces = ''] = /^\s*(.+?)[\t;,\s]+(\d{1,9})\s*$/.exec(line) ?? [];
    if (sku !== '') rows.set(sku.trim(), Number(pieces));
  }
  return [...rows].map(([sku, pieces]) => ({ sku, pieces }));
}
