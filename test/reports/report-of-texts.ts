import { expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { ReportRegistry } from '#db/reports/registry.report.js';
import type { ReportDefinition } from '#db/reports/report-sql.js';
import type { ReportColumn } from '#domain/reports/report.js';

/** The fields of text of every report of the platform and of vendors, each once. */
export function textColumns(reports: ReportRegistry): ReportColumn[] {
  const all = [...reports.list('platform'), ...reports.list('vendor')];
  const letter = (index: number) => String.fromCharCode(97 + index);
  return all.flatMap(({ key, columns }, report) =>
    columns
      .filter(({ type }) => type === 'string')
      // Both audiences have a report `orders`.
      .map((column, index) => ({
        ...column,
        key: `text${letter(report)}${letter(index)}`,
        label: `${key} ${column.label}`,
      })),
  );
}

/** A report whose rows have one hard text each, in every field of text of every registered report. */
export function reportOfTexts(reports: ReportRegistry, texts: readonly string[]): ReportDefinition {
  const columns = textColumns(reports);
  const values = texts
    .map((text, index) => `(${index + 1}, convert_from('\\x${Buffer.from(text).toString('hex')}', 'UTF8'))`)
    .join(', ');
  return {
    key: 'hard-texts',
    title: 'Hard texts',
    description: 'Every field of text',
    dateField: 'None',
    columns,
    filters: [],
    keys: () => `select x.id from (values ${values}) as x (id, label)`,
    order: 'id',
    rows: () => `
      select w.place, ${columns.map(({ key }) => `x.label as ${key}`).join(', ')}
      from wanted w join (values ${values}) as x (id, label) on x.id = w.id`,
  };
}

/** What spreadsheets would compute has an apostrophe in a CSV file; see docs/reports.md. */
const inCsv = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

export function expectCsv(file: Buffer, texts: readonly string[], columns: number): void {
  const [heads, ...rows] = parse(file, { bom: true });
  expect(heads).toHaveLength(columns);
  expect(rows).toEqual(texts.map((text) => Array<string>(columns).fill(inCsv(text))));
}

export function expectCells(
  rows: readonly (readonly unknown[])[],
  texts: readonly string[],
  columns: number,
): void {
  expect(rows).toEqual(texts.map((text) => Array<string>(columns).fill(text)));
}
