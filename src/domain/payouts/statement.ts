import type { StatementRow } from './payout.js';

const columns = [
  'date',
  'kind',
  'order',
  'gross',
  'commission',
  'commission_tax',
  'tcs',
  'tds',
  'net',
  'note',
];

/** The statement of a payout as CSV, amounts in units of the currency. The net amounts add up to the payout. */
export function statementCsv(rows: readonly StatementRow[]): string {
  const lines = rows.map((row) => [
    row.postedAt.toISOString(),
    row.kind,
    row.orderNumber ?? '',
    ...[row.gross, row.commission, row.commissionTax, row.tcs, row.tds, row.net].map(units),
    row.reason ?? '',
  ]);
  return [columns, ...lines].map((line) => line.map(cell).join(',') + '\r\n').join('');
}

function units(subunits: number): string {
  const sign = subunits < 0 ? '-' : '';
  const whole = Math.abs(subunits);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/** Text that a spreadsheet would take for a formula gets an apostrophe; amounts keep their minus. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
