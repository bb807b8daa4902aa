import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { ReportDefinition } from '#db/reports/report-sql.js';
import { readWorkbook } from './read-workbook.js';
import { exportedFile, type ReportShop, startReportShop } from './report-shop.js';

const texts = [
  'plain',
  'a "quoted", text',
  'two\nlines\r\nthree',
  '🪔 दीपक',
  '=cmd|calc',
  '+91 98200',
  '-12',
  '@sum',
  '\ttab',
  ' =space first',
  '<b>&amp;</b>',
  '',
  null,
];

/** What a text is in a CSV file. */
const inCsv = (text: string | null) => (text === null ? '' : /^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const amounts = [0, 5, -5, 99, -100, 1_234_567, -1_234_567, 2 ** 53 - 1, null];
const instant = '2026-03-31T18:45:30.250Z';

const values = texts
  .map((text, index) => {
    const quoted = text === null ? 'null' : `convert_from('\\x${Buffer.from(text).toString('hex')}', 'UTF8')`;
    return `(${index + 1}, ${quoted}, ${amounts[index % amounts.length] ?? 'null'}::bigint, ${index - 3})`;
  })
  .join(', ');

const odd: ReportDefinition = {
  key: 'odd',
  title: 'Odd: [texts] / names',
  description: 'Every type with what may go wrong',
  dateField: 'At',
  columns: [
    { key: 'label', label: 'Text, "label"', type: 'string' },
    { key: 'amount', label: 'Amount', type: 'money' },
    { key: 'count', label: 'Count', type: 'number' },
    { key: 'at', label: 'At', type: 'datetime' },
    { key: 'day', label: 'Day', type: 'date' },
    { key: 'yes', label: 'Yes', type: 'boolean' },
  ],
  filters: [],
  keys: () => `select x.id from (values ${values}) as x (id, label, amount, count)`,
  order: 'id',
  rows: () => `
    select w.place, x.label, x.amount, x.count, timestamptz '${instant}' as at, date '2026-03-31' as day,
      x.count > 0 as yes
    from wanted w join (values ${values}) as x (id, label, amount, count) on x.id = w.id`,
};

const amountOf = (index: number) => amounts[index % amounts.length] ?? null;
const units = (amount: number | null) => {
  if (amount === null) return '';
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

let shop: ReportShop;

beforeAll(async () => {
  shop = await startReportShop();
  shop.platform.container.reports.add('platform', odd);
});
afterAll(() => shop.stop());

it('csv-reads-back: every text is the same again, formulas are neutralised, numbers stay numbers', async () => {
  const { file } = await exportedFile(shop.http, 'odd', { format: 'csv' });
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [labels, ...rows] = parse(file, { bom: true });
  expect(labels).toEqual(['Text, "label"', 'Amount (INR)', 'Count', 'At', 'Day', 'Yes']);
  expect(rows).toEqual(
    texts.map((text, index) => [
      inCsv(text),
      units(amountOf(index)),
      String(index - 3),
      // The time on the clock of the store, with its offset.
      '2026-04-01T00:15:30+05:30',
      '2026-03-31',
      index - 3 > 0 ? 'true' : 'false',
    ]),
  );
});

describe('xlsx-reads-back', () => {
  it('has typed cells with formats, and no formula', async () => {
    const { file } = await exportedFile(shop.http, 'odd', { format: 'xlsx' });
    const { rows, xml, parts } = readWorkbook(file);
    expect(rows[0]?.map(({ value }) => value)).toEqual([
      'Text, "label"',
      'Amount (INR)',
      'Count',
      'At (Asia/Kolkata)',
      'Day',
      'Yes',
    ]);
    expect(rows).toHaveLength(texts.length + 1);
    expect(parts.filter((name) => /sharedStrings/.test(name))).toEqual([]);
    expect(xml).not.toMatch(/<f[ >]/);
    rows.slice(1).forEach((cells, index) => {
      const at = (column: string) => cells.find(({ ref }) => ref.startsWith(column));
      const text = texts[index] ?? null;
      expect(at('A')?.value ?? '').toBe(text ?? '');
      if (text) expect(at('A')).toMatchObject({ type: 'str', format: '@' });
      const amount = amountOf(index);
      if (amount === null) expect(at('B')?.value ?? '').toBe('');
      else expect(at('B')).toMatchObject({ type: 'n', value: String(amount / 100), format: '#,##0.00' });
      expect(at('C')).toMatchObject({ type: 'n', value: String(index - 3) });
      expect(at('F')).toMatchObject({ type: 'b', value: index - 3 > 0 ? '1' : '0' });
      // 2026-04-01 00:15:30.25 on the clock of the store, in days since 1899-12-30.
      const serial = Date.UTC(2026, 3, 1, 0, 15, 30, 250) / 86_400_000 + 25_569;
      expect(at('D')).toMatchObject({ type: 'n', format: 'yyyy-mm-dd hh:mm:ss' });
      expect(Number(at('D')?.value)).toBeCloseTo(serial, 8);
      expect(at('E')).toMatchObject({ type: 'n', format: 'yyyy-mm-dd' });
      expect(Number(at('E')?.value)).toBe(Date.UTC(2026, 2, 31) / 86_400_000 + 25_569);
    });
  });

  it('keeps the header in view, with a filter and widths', async () => {
    const { file } = await exportedFile(shop.http, 'odd', { format: 'xlsx' });
    const { xml } = readWorkbook(file);
    expect(xml).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    expect(xml).toMatch(/<autoFilter ref="A1:F1"/);
    expect([...xml.matchAll(/<col [^>]*width="(\d+)/g)].map(([, width]) => Number(width))).toEqual([
      26, 18, 12, 22, 14, 12,
    ]);
  });
});
