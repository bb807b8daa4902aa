import { decimalUnits } from '#domain/_shared/decimal-units.js';
import { csvInstant, csvLine } from './csv.js';
import type { BankAccount, Payout } from './payout.js';

const columns = [
  'payout_id',
  'vendor',
  'account_holder',
  'account_number',
  'ifsc',
  'amount',
  'currency',
  'until',
];

export const bankExportHeader = csvLine(columns);

/** One transfer of the bank's file, the amount in units of the currency. */
export function bankExportLine(
  { id, amount, currency, until, vendorName }: Payout & { vendorName: string },
  { accountHolder, accountNumber, ifsc }: BankAccount,
  timeZone: string,
): string {
  const transfer = [id, vendorName, accountHolder, accountNumber, ifsc];
  return csvLine([...transfer, decimalUnits(amount), currency, csvInstant(until, timeZone)]);
}
