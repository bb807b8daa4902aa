import { optionsOf } from '#domain/reports/report.js';
import { settlementStates } from '#domain/reconciliation/settlement.js';
import { type ReportArguments, type ReportDefinition, whereFilter } from './report-sql.js';

function matching(args: ReportArguments): string {
  return (
    `reconciliation_settlements s where s.issued_at >= ${args.from} and s.issued_at < ${args.to}` +
    whereFilter(args, 'state', (value) => `s.state = ${value}`)
  );
}

export const settlementsReport: ReportDefinition = {
  key: 'settlements',
  title: 'Settlements',
  description:
    'One row for each settlement of a payment provider: captures, refunds, disputes, adjustments, transfers and reserves, less fees and the GST on them, are its amount.',
  dateField: 'Issued at',
  columns: [
    { key: 'provider', label: 'Provider', type: 'string' },
    { key: 'settlement', label: 'Settlement', type: 'string' },
    { key: 'issuedAt', label: 'Issued at', type: 'datetime' },
    { key: 'state', label: 'State', type: 'string' },
    { key: 'reference', label: 'Bank reference', type: 'string' },
    { key: 'captures', label: 'Captures', type: 'money' },
    { key: 'refunds', label: 'Refunds', type: 'money' },
    { key: 'disputes', label: 'Disputes', type: 'money' },
    { key: 'adjustments', label: 'Adjustments', type: 'money' },
    { key: 'transfers', label: 'Transfers', type: 'money' },
    { key: 'reserves', label: 'Reserves', type: 'money' },
    { key: 'fees', label: 'Fees', type: 'money' },
    { key: 'tax', label: 'GST on fees', type: 'money' },
    { key: 'amount', label: 'Amount', type: 'money' },
    { key: 'difference', label: 'Difference', type: 'money' },
  ],
  filters: [{ key: 'state', label: 'State', type: 'enum', options: optionsOf(settlementStates) }],
  kpis: [
    { key: 'settlements', label: 'Settlements', type: 'number' },
    { key: 'settled', label: 'Settled', type: 'money' },
    { key: 'fees', label: 'Fees with GST', type: 'money' },
    { key: 'inTransit', label: 'In transit', type: 'money' },
  ],
  trendSeries: [
    { key: 'settled', label: 'Settled', type: 'money' },
    { key: 'fees', label: 'Fees with GST', type: 'money' },
  ],

  keys: (args) => `select s.id, s.issued_at from ${matching(args)}`,
  order: 'issued_at desc, id desc',
  rows: () => `
    select w.place, s.provider_id as provider, s.provider_settlement_id as settlement, s.issued_at, s.state, s.reference,
      s.captures, s.refunds, s.disputes, s.adjustments, s.transfers, s.reserves, s.fees + s.line_fees as fees,
      s.tax + s.line_tax as tax, s.amount, coalesce(s.difference, 0) as difference
    from wanted w join reconciliation_settlements s on s.id = w.id`,
  summary: (args) => `
    select count(*) as settlements, coalesce(sum(s.booked), 0)::bigint as settled,
      coalesce(sum(s.fees + s.line_fees + s.tax + s.line_tax), 0)::bigint as fees,
      (select coalesce(-sum(e.amount), 0)::bigint from ledger_entries e
       where e.account like 'receipts:%' and e.account <> 'receipts:cod') as in_transit
    from ${matching(args)}`,
  trend: (args) => `
    select s.issued_at as at, s.booked as settled, s.fees + s.line_fees + s.tax + s.line_tax as fees
    from ${matching(args)}`,
};
