import { DateTime } from 'luxon';
import { formatMoney } from '#domain/invoices/money-format.js';
import type { LedgerFigures } from '#domain/ledger/ledger.js';
import type { Payout, StatementRow } from './payout.js';

/** Rows that a printed statement lists; the CSV has all of them. */
export const PRINTED_ROWS = 2_000;

export interface StatementTotals extends LedgerFigures {
  kind: StatementRow['kind'];
  count: number;
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
  tcs: 'Tax collected at source',
  tcs_reversed: 'Tax collected, returned',
  cash_collected: 'Cash collected by you',
  payout: 'Payout',
  payout_failed: 'Payout returned',
  adjustment: 'Adjustment',
  hold: 'Held back for a refund',
  hold_released: 'Hold released',
  dispute: 'Lost dispute',
  dispute_reversed: 'Dispute reversed',
};

/** The statement of a payout ready to be laid out on paper: every amount and date is a finished string. */
export function statementView({ payout, totals, rows, storeName, currencySymbol, timeZone }: StatementInput) {
  const { currency, status, reference, failureReason } = payout;
  const money = (subunits: number) => formatMoney(subunits, { currency, symbol: currencySymbol });
  const day = (at: Date) =>
    DateTime.fromJSDate(at, { zone: timeZone }).setLocale('en-US').toFormat('dd LLL yyyy');
  // Most operators withhold nothing: then there are no columns for it.
  const withheld = totals.some(
    ({ commissionTax, tcs, tds }) => commissionTax !== 0 || tcs !== 0 || tds !== 0,
  );
  const discounted = totals.some(({ platformDiscount }) => platformDiscount !== 0);
  const taxes = (row: LedgerFigures) => (withheld ? [row.commissionTax, row.tcs, row.tds] : []);
  const amounts = (row: LedgerFigures & { net: number }) => [
    money(row.gross),
    ...(discounted ? [money(row.platformDiscount)] : []),
    ...[row.commission, ...taxes(row)].map((amount) => money(amount === 0 ? 0 : -amount)),
    money(row.net),
  ];
  const count = totals.reduce((all, kind) => all + kind.count, 0);
  return {
    documentTitle: `Payout statement ${payout.id}`,
    storeName,
    vendorName: payout.vendorName,
    details: [
      { label: 'Payout', value: payout.id },
      { label: 'Entries before', value: day(payout.until) },
      { label: 'Paid', value: payout.paidAt ? day(payout.paidAt) : '–' },
      { label: 'Reference', value: reference ?? '–' },
    ],
    notice: status === 'failed' ? `This payout failed: ${failureReason ?? ''}` : null,
    headings: [
      'Gross',
      ...(discounted ? ['Discount paid by us'] : []),
      'Commission',
      ...(withheld ? ['Commission tax', 'TCS', 'TDS'] : []),
      'Net',
    ],
    totals: totals.map((sum) => ({
      kind: kinds[sum.kind],
      count: String(sum.count),
      amounts: amounts(sum),
    })),
    amount: money(payout.amount),
    rows: rows.map((row) => ({
      date: day(row.postedAt),
      kind: kinds[row.kind],
      order: row.orderNumber ?? '–',
      invoice: row.invoiceNumber,
      // Both are in the gross.
      included:
        row.shipping === null || row.tax === null
          ? null
          : `with ${money(row.shipping)} shipping and ${money(row.tax)} tax`,
      note: row.reason,
      amounts: amounts(row),
    })),
    more:
      count > rows.length ? `The first ${rows.length} of ${count} entries. The CSV has all of them.` : null,
  };
}
