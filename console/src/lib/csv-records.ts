/** The records of a CSV text, each as it stands in the file and as its cells; quoted cells may hold commas and line breaks. */
export interface CsvRecord {
  text: string;
  cells: string[];
}

export function csvRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let start = 0;
  const source = text.replace(/^\uFEFF/, '');
  const end = (at: number) => {
    cells.push(cell);
    if (cells.length > 1 || cell !== '') records.push({ text: source.slice(start, at), cells });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      end(source[at - 1] === '\r' ? at - 1 : at);
      start = at + 1;
    } else if (sign !== '\r') cell += sign;
  }
  end(source.length);
  return records;
}
