import type { ReportDefinition } from './report-sql.js';
import { taxMovements } from './tax-movements-sql.js';

const sum = (value: string, filter = '') =>
  `coalesce(sum(${value})${filter && ` filter (where ${filter})`}, 0)::bigint`;

export const taxReport: ReportDefinition = {
  key: 'tax',
  title: 'Goods and services tax',
  description:
    'One row for each seller, place of supply and rate. Sales are dated by confirmation, returns by the processing of their refund, tax collected at source by its posting in the ledger.',
  dateField: 'Confirmed or refunded at',
  columns: [
    { key: 'sellerGstin', label: 'GSTIN of the seller', type: 'string' },
    { key: 'sellerName', label: 'Seller', type: 'string' },
    { key: 'placeOfSupply', label: 'Place of supply', type: 'string' },
    { key: 'rate', label: 'Rate (%)', type: 'number' },
    { key: 'taxableValue', label: 'Taxable value', type: 'money' },
    { key: 'igst', label: 'IGST', type: 'money' },
    { key: 'cgst', label: 'CGST', type: 'money' },
    { key: 'sgst', label: 'SGST or UTGST', type: 'money' },
    { key: 'returnedValue', label: 'Taxable value of returns', type: 'money' },
    { key: 'returnedIgst', label: 'IGST of returns', type: 'money' },
    { key: 'returnedCgst', label: 'CGST of returns', type: 'money' },
    { key: 'returnedSgst', label: 'SGST or UTGST of returns', type: 'money' },
    { key: 'netValue', label: 'Net taxable value', type: 'money' },
    { key: 'netTax', label: 'Net tax', type: 'money' },
    { key: 'tcs', label: 'Tax collected at source', type: 'money' },
  ],
  filters: [{ key: 'vendorId', label: 'Vendor', type: 'vendor' }],
  kpis: [
    { key: 'netValue', label: 'Net taxable value', type: 'money' },
    { key: 'igst', label: 'Net IGST', type: 'money' },
    { key: 'cgst', label: 'Net CGST', type: 'money' },
    { key: 'sgst', label: 'Net SGST or UTGST', type: 'money' },
    { key: 'tcs', label: 'Tax collected at source', type: 'money' },
  ],
  trendSeries: [
    { key: 'netValue', label: 'Net taxable value', type: 'money' },
    { key: 'netTax', label: 'Net tax', type: 'money' },
  ],

  keys: (args) => `select t.id, max(t.at) as last_at from (${taxMovements(args)}) t group by t.id`,
  order: 'last_at desc, id desc',
  rows: (args) => `
    select w.place, v.gstin as seller_gstin, coalesce(v.legal_name, v.display_name) as seller_name,
      t.place as place_of_supply, t.rate::double precision as rate, t.taxable_value, t.igst, t.cgst, t.sgst,
      t.returned_value, t.returned_igst, t.returned_cgst, t.returned_sgst, t.net_value, t.net_tax, t.tcs
    from wanted w join (
      select t.id, t.vendor_id, t.place, t.rate,
        ${sum('t.taxable', 't.sign > 0')} as taxable_value, ${sum('t.igst', 't.sign > 0')} as igst,
        ${sum('t.cgst', 't.sign > 0')} as cgst, ${sum('t.sgst', 't.sign > 0')} as sgst,
        ${sum('t.taxable', 't.sign < 0')} as returned_value, ${sum('t.igst', 't.sign < 0')} as returned_igst,
        ${sum('t.cgst', 't.sign < 0')} as returned_cgst, ${sum('t.sgst', 't.sign < 0')} as returned_sgst,
        ${sum('t.sign * t.taxable')} as net_value, ${sum('t.sign * t.tax')} as net_tax, ${sum('t.tcs')} as tcs
      from (${taxMovements(args)}) t group by t.id, t.vendor_id, t.place, t.rate
    ) t on t.id = w.id
    join vendors v on v.id = t.vendor_id`,
  summary: (args) => `
    select ${sum('t.sign * t.taxable')} as net_value, ${sum('t.sign * t.igst')} as igst,
      ${sum('t.sign * t.cgst')} as cgst, ${sum('t.sign * t.sgst')} as sgst, ${sum('t.tcs')} as tcs
    from (${taxMovements(args)}) t`,
  trend: (args) => `
    select t.at, t.sign * t.taxable as net_value, t.sign * t.tax as net_tax from (${taxMovements(args)}) t`,
};
