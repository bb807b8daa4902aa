import { DateTime } from 'luxon';
import { formatMoney } from '#domain/invoices/money-format.js';
import type { Payout, StatementRow } from './payout.js';

/** Rows that a printed statement lists; the CSV has all of them. */
export const PRINTED_ROWS = 2_000;

export interface StatementTotals {
  kind: StatementRow['kind'];
  count: number;
  gross: number;
  commission: number;
  /** GST on the commission, TCS and TDS. */
  withheld: number;
  net: number;
}

export interface StatementInput {
  payout: Payout & { vendorName: string };
  totals: readonly StatementTotals[];
  /** The first of them, at most `PRINTED_ROWS`. */
  rows: readonly StatementRow[];
  storeName: string;
  currencySymbol: string;
  timeZone: string;
}

const kinds: Record<StatementRow['kind'], string> = {
  sale: 'Sale',
  refund: 'Refund',
  cash_collected: 'Cash collected by you',
  payout: 'Payout',
  payout_failed: 'Payout returned',
  adjustment: 'Adjustment',
};

/** The statement of a payout ready to be laid out on paper: every amount and date is a finished string. */
export function statementView({ payout, totals, rows, storeName, currencySymbol, timeZone }: StatementInput) {
  const { currency, status, reference, failureReason } = payout;
  const money = (subunits: number) => formatMoney(subunits, { currency, symbol: currencySymbol });
  const day = (at: Date) =>
    DateTime.fromJSDate(at, { zone: timeZone }).setLocale('en-US').toFormat('dd LLL yyyy');
  const count = totals.reduce((all, kind) => all + kind.count, 0);
  return {
    documentTitle: `Payout statement ${payout.id}`,
    storeName,
    vendorName: payout.vendorName,
    facts: [
      { label: 'Payout', value: payout.id },
      { label: 'Entries before', value: day(payout.until) },
      { label: 'Paid', value: payout.paidAt ? day(payout.paidAt) : '–' },
      { label: 'Reference', value: reference ?? '–' },
    ],
    notice: status === 'failed' ? `This payout failed: ${failureReason ?? ''}` : null,
    totals: totals.map((sum) => ({
      kind: kinds[sum.kind],
      count: String(sum.count),
      gross: money(sum.gross),
      commission: money(-sum.commission),
      withheld: money(-sum.withheld),
      net: money(sum.net),
    })),
    amount: money(payout.amount),
    rows: rows.map((row) => ({
      date: day(row.postedAt),
      kind: kinds[row.kind],
      order: row.orderNumber ?? '–',
      note: row.reason,
      gross: money(row.gross),
      commission: money(-row.commission),
      withheld: money(-(row.commissionTax + row.tcs + row.tds)),
      net: money(row.net),
    })),
    more:
      count > rows.length ? `The first ${rows.length} of ${count} entries. The CSV has all of them.` : null,
  };
}
