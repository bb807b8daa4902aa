import { decimalUnits } from '#domain/_shared/decimal-units.js';
import { csvLine } from './csv.js';
import type { StatementRow } from './payout.js';

const columns = [
  'date',
  'kind',
  'order',
  'gross',
  'platform_discount',
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
    ...[row.gross, row.platformDiscount, row.commission, row.commissionTax, row.tcs, row.tds, row.net].map(
      decimalUnits,
    ),
    row.reason ?? '',
  ]);
  return [columns, ...lines].map(csvLine).join('');
}
