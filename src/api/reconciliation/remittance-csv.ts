import { parse } from 'csv-parse/sync';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { RemittanceRow } from '#domain/reconciliation/remittance.js';

/** How couriers head the columns; without spaces, points and underscores, in small letters. */
const names = {
  awb: ['awb', 'awbno', 'awbnumber', 'awbcode', 'waybill', 'waybillnumber', 'trackingnumber'],
  amount: ['codamount', 'amount', 'collectedamount', 'codcollected'],
  date: ['remittancedate', 'remittedon', 'date', 'paidon'],
  utr: ['utr', 'utrno', 'utrnumber', 'reference', 'bankreference'],
} as const;
const optional = { fee: ['fee', 'charges', 'codcharges'], gst: ['gst', 'tax'] } as const;
type Column = keyof typeof names | keyof typeof optional;

const MAX_PROBLEMS = 20;
const AMOUNT = /^(-?)(?:₹|rs\.?|inr)?\s*(\d[\d,]*)(?:\.(\d{1,2}))?$/i;

/**
 * The rows of a courier's remittance file. All of them or none: every problem names its row.
 * @param month `YYYY-MM` that every row has to be of
 * @throws AppError VALIDATION_ERROR
 */
export function readRemittanceCsv(csv: string, month: string): RemittanceRow[] {
  const records = recordsOf(csv);
  const [head = [], ...body] = records;
  const positions = positionsOf(head);
  if (body.length === 0) throw refused(['must have rows below its head']);
  const problems: string[] = [];
  const rowOf = new Map<string, number>();
  const rows = body.map((cells, index): RemittanceRow => {
    const row = index + 2;
    const cell = (column: Column) => cells[positions[column] ?? -1]?.trim().replace(/^'/, '') ?? '';
    const wrong = (text: string) => void problems.push(`row ${row}: ${text}`);
    const money = (column: Column) => {
      const text = cell(column);
      if (text === '' && column in optional) return 0;
      const amount = subunitsOf(text);
      if (amount === undefined) wrong(`${column} must be an amount like 1,234.50 (got "${text}")`);
      return amount ?? 0;
    };
    const awb = cell('awb');
    if (awb === '') wrong('awb is missing');
    const earlier = rowOf.get(awb);
    if (earlier !== undefined) wrong(`${awb} is in row ${earlier} already`);
    else rowOf.set(awb, row);
    const paidOn = dayOf(cell('date'));
    if (paidOn === undefined)
      wrong(`date must be a day like 2026-11-28 or 28/11/2026 (got "${cell('date')}")`);
    else if (!paidOn.startsWith(`${month}-`)) wrong(`${paidOn} is not in ${month}`);
    const reference = cell('utr');
    if (reference === '') wrong('utr is missing');
    const [amount, fee, tax] = [money('amount'), money('fee'), money('gst')];
    return { row, awb, amount, fee, tax, paidOn: paidOn ?? '', reference };
  });
  if (problems.length > 0) throw refused(problems);
  return rows;
}

function recordsOf(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    // "Invalid Record Length: expect 4, got 3 on line 7" names the row that is short.
    throw refused([`must be a CSV file: ${error instanceof Error ? error.message : 'it cannot be read'}`]);
  }
}

function positionsOf(head: readonly string[]): Partial<Record<Column, number>> {
  const plain = head.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const positions = Object.fromEntries(
    Object.entries({ ...names, ...optional }).flatMap(([column, spellings]) => {
      const position = plain.findIndex((name) => (spellings as readonly string[]).includes(name));
      return position < 0 ? [] : [[column, position]];
    }),
  ) as Partial<Record<Column, number>>;
  const missing = Object.keys(names).filter((column) => !(column in positions));
  if (missing.length > 0)
    throw refused([`must have the columns awb, amount, date and utr: ${missing.join(', ')} is missing`]);
  return positions;
}

function subunitsOf(text: string): number | undefined {
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', part = ''] = match;
  const subunits = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return Number.isSafeInteger(subunits) ? (sign ? -subunits : subunits) : undefined;
}

/** Days come as in a spreadsheet of India, or as in ISO 8601. */
function dayOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text.slice(0, 10);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso) && !Number.isNaN(Date.parse(iso));
  return isDay && new Date(iso).toISOString().startsWith(iso) ? iso : undefined;
}

function refused(problems: readonly string[]) {
  const errors = problems
    .slice(0, MAX_PROBLEMS)
    .map((message) => ({ path: 'body.csv', message, code: 'unreadable' as const }));
  return platformErrors.validation({}, { errors });
}
