import { decimalUnits } from '#domain/_shared/decimal-units.js';
import { csvLine } from '#domain/payouts/csv.js';
import type { DocumentRow, GstAmounts, GstReturn } from './gst-return.js';

const columns = [
  'section',
  'buyer_gstin',
  'number',
  'date',
  'invoice_number',
  'place_of_supply',
  'supply_type',
  'hsn_code',
  'quantity',
  'rate',
  'value',
  'taxable_value',
  'igst',
  'cgst',
  'sgst',
  'cess',
];

const money = ({ taxableValue, igst, cgst, sgst, cess }: GstAmounts) =>
  [taxableValue, igst, cgst, sgst, cess].map(decimalUnits);

/** The return as one table, amounts in units of the currency; the first line names the version of its columns. */
export function gstReturnCsv(gstReturn: GstReturn): string {
  const document = (section: string) => (row: DocumentRow) =>
    row.rates.map((rate) => [
      section,
      row.buyerGstin ?? '',
      row.number,
      row.date,
      row.invoiceNumber ?? '',
      row.placeOfSupply ?? '',
      '',
      '',
      '',
      String(rate.rate),
      decimalUnits(row.value),
      ...money(rate),
    ]);
  const { b2b, b2cl, exp, cdnr, cdnur, b2cs, nil, hsn, docIssue, supeco, lateNotes } = gstReturn;
  const none = Array<string>(6).fill('');
  const lines = [
    ...b2b.flatMap(document('b2b')),
    ...b2cl.flatMap(document('b2cl')),
    ...exp.flatMap(document('exp')),
    ...cdnr.flatMap(document('cdnr')),
    ...cdnur.flatMap(document('cdnur')),
    ...b2cs.map((row) => [
      'b2cs',
      '',
      '',
      '',
      '',
      row.placeOfSupply,
      row.supplyType,
      '',
      '',
      String(row.rate),
      '',
      ...money(row),
    ]),
    ...nil.flatMap(({ supplyType, nilRated, exempt }) => [
      [
        'nil',
        '',
        '',
        '',
        '',
        '',
        supplyType,
        '',
        '',
        '0',
        '',
        decimalUnits(nilRated),
        ...Array<string>(4).fill(''),
      ],
      [
        'exempt',
        '',
        '',
        '',
        '',
        '',
        supplyType,
        '',
        '',
        '',
        '',
        decimalUnits(exempt),
        ...Array<string>(4).fill(''),
      ],
    ]),
    ...(['b2b', 'b2c'] as const).flatMap((kind) =>
      hsn[kind].map((row) => [
        `hsn_${kind}`,
        ...none,
        row.hsnCode ?? '',
        String(row.quantity),
        String(row.rate),
        '',
        ...money(row),
      ]),
    ),
    ...docIssue.map((row) => [
      `doc_issue_${row.kind}`,
      '',
      `${row.from} to ${row.to}`,
      '',
      '',
      '',
      `cancelled ${row.cancelled}`,
      '',
      String(row.total),
      '',
      '',
      ...Array<string>(5).fill(''),
    ]),
    ...supeco.map((row) => [
      'supeco',
      row.operatorGstin ?? '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      ...money(row),
    ]),
    ...lateNotes.map((row) => [
      'late_note',
      '',
      row.number,
      row.date,
      row.invoiceNumber,
      '',
      'changes no tax',
      '',
      '',
      '',
      decimalUnits(row.value),
      ...Array<string>(5).fill(''),
    ]),
  ];
  const head = [
    `schema_version ${gstReturn.schemaVersion}`,
    gstReturn.gstin ?? '',
    gstReturn.month,
    'not tried on the portal',
  ];
  return [head, columns, ...lines].map(csvLine).join('');
}
