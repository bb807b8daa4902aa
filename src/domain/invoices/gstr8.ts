import { decimalUnits } from '#domain/_shared/decimal-units.js';
import { csvLine } from '#domain/payouts/csv.js';

/** What the operator collected at source from one supplier in a month (CGST Act 2017, section 52), for FORM GSTR-8. Subunits. */
export interface Gstr8Row {
  vendorId: string;
  /** The registration of the operator that reports it; null where none is set. */
  operatorGstin: string | null;
  supplierGstin: string;
  supplierName: string;
  grossRegistered: number;
  returnedRegistered: number;
  grossUnregistered: number;
  returnedUnregistered: number;
  /** Gross less returned. */
  net: number;
  igst: number;
  cgst: number;
  sgst: number;
}

export interface Gstr8 {
  schemaVersion: 1;
  /** `2026-11`. */
  month: string;
  operatorGstin: string | null;
  suppliers: Gstr8Row[];
}

const columns = [
  'supplier_gstin',
  'supplier',
  'gross_registered',
  'returned_registered',
  'gross_unregistered',
  'returned_unregistered',
  'net',
  'igst',
  'cgst',
  'sgst',
  'operator_gstin',
];

/** Amounts in units of the currency; the first line names the version of the columns. */
export function gstr8Csv({ schemaVersion, month, operatorGstin, suppliers }: Gstr8): string {
  const lines = suppliers.map((row) => [
    row.supplierGstin,
    row.supplierName,
    ...[row.grossRegistered, row.returnedRegistered, row.grossUnregistered, row.returnedUnregistered].map(
      decimalUnits,
    ),
    ...[row.net, row.igst, row.cgst, row.sgst].map(decimalUnits),
    row.operatorGstin ?? '',
  ]);
  const head = [`schema_version ${schemaVersion}`, operatorGstin ?? '', month, 'not tried on the portal'];
  return [head, columns, ...lines].map(csvLine).join('');
}
