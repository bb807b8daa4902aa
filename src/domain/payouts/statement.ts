import { decimalUnits } from '#domain/_shared/decimal-units.js';
import { csvInstant, csvLine } from './csv.js';
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
  'invoice',
  'shipping',
  'tax',
];

/** The statement of a payout as CSV, amounts in units of the currency, instants on the clock of the store. The net amounts add up to the payout. */
export function statementCsv(rows: readonly StatementRow[], timeZone: string): string {
  const lines = rows.map((row) => [
    csvInstant(row.postedAt, timeZone),
    row.kind,
    row.orderNumber ?? '',
    ...[row.gross, row.platformDiscount, row.commission, row.commissionTax, row.tcs, row.tds, row.net].map(
      decimalUnits,
    ),
    row.reason ?? '',
    row.invoiceNumber ?? '',
    ...[row.shipping, row.tax].map((amount) => (amount === null ? '' : decimalUnits(amount))),
  ]);
  return [columns, ...lines].map(csvLine).join('');
}
