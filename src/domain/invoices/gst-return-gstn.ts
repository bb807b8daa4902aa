import type { ConsumerRow, DocumentRow, GstAmounts, GstReturn, HsnRow, RateRow } from './gst-return.js';

/**
 * The return as the GST network takes GSTR-1 from tools: after the attribute lists that it publishes for developers, `GST3.2.2`, with
 * table 12 in two tabs and table 14. No portal has taken a file of ours.
 */
const VERSION = 'GST3.2.2';

/** Natures of document of table 13: outward invoices, credit notes, and challans that are no supply by themselves. */
const DOCUMENT_KINDS = { invoice: 1, credit_note: 5, delivery_challan: 12 } as const;

/** Units of the currency, as a number of at most two decimals. */
const units = (subunits: number): number => subunits / 100;

/** `2026-11-28` is `28-11-2026`. */
const dayOf = (day: string): string => day.split('-').reverse().join('-');

const amounts = ({ taxableValue, igst, cgst, sgst, cess }: GstAmounts) => ({
  txval: units(taxableValue),
  iamt: units(igst),
  camt: units(cgst),
  samt: units(sgst),
  csamt: units(cess),
});

const items = (rates: readonly RateRow[]) =>
  rates.map((rate, index) => ({ num: index + 1, itm_det: { rt: rate.rate, ...amounts(rate) } }));

export function gstnReturn(gstReturn: GstReturn) {
  const { month, gstin, b2b, b2cl, b2cs, exp, cdnr, cdnur, nil, hsn, docIssue, supeco } = gstReturn;
  const [year = '', number = ''] = month.split('-');
  return {
    gstin: gstin ?? '',
    fp: `${number}${year}`,
    version: VERSION,
    hash: 'hash',
    b2b: byKey(b2b, ({ buyerGstin }) => buyerGstin ?? '').map(([ctin, rows]) => ({
      ctin,
      inv: rows.map((row) => ({ ...invoiceOf(row), pos: row.placeOfSupply ?? '', rchrg: 'N', inv_typ: 'R' })),
    })),
    b2cl: byKey(b2cl, ({ placeOfSupply }) => placeOfSupply ?? '').map(([pos, rows]) => ({
      pos,
      inv: rows.map(invoiceOf),
    })),
    b2cs: b2cs.map(consumerOf),
    exp: byKey(exp, ({ withPayment }) => (withPayment ? 'WPAY' : 'WOPAY')).map(([exp_typ, rows]) => ({
      exp_typ,
      inv: rows.map(({ number: inum, date, value, rates }) => ({
        inum,
        idt: dayOf(date),
        val: units(value),
        itms: rates.map((rate) => ({
          txval: units(rate.taxableValue),
          rt: rate.rate,
          iamt: units(rate.igst),
          csamt: units(rate.cess),
        })),
      })),
    })),
    cdnr: byKey(cdnr, ({ buyerGstin }) => buyerGstin ?? '').map(([ctin, rows]) => ({
      ctin,
      nt: rows.map((row) => ({ ...noteOf(row), pos: row.placeOfSupply ?? '', rchrg: 'N', inv_typ: 'R' })),
    })),
    cdnur: cdnur.map((row) =>
      row.placeOfSupply === null
        ? { ...noteOf(row), typ: row.rates.some(({ igst }) => igst > 0) ? 'EXPWP' : 'EXPWOP' }
        : { ...noteOf(row), typ: 'B2CL', pos: row.placeOfSupply },
    ),
    nil: {
      inv: nil.map(({ supplyType, nilRated, exempt }) => ({
        sply_ty: supplyType,
        nil_amt: units(nilRated),
        expt_amt: units(exempt),
        ngsup_amt: 0,
      })),
    },
    hsn: { hsn_b2b: hsn.b2b.map(hsnOf), hsn_b2c: hsn.b2c.map(hsnOf) },
    doc_issue: {
      doc_det: byKey(docIssue, ({ kind }) => kind).map(([, rows]) => ({
        doc_num: DOCUMENT_KINDS[rows[0]?.kind ?? 'invoice'],
        docs: rows.map(({ from, to, total, cancelled, net }, index) => ({
          num: index + 1,
          from,
          to,
          totnum: total,
          cancel: cancelled,
          net_issue: net,
        })),
      })),
    },
    supeco: {
      clttx: supeco.map((row) => ({
        etin: row.operatorGstin ?? '',
        suppval: units(row.taxableValue),
        igst: units(row.igst),
        cgst: units(row.cgst),
        sgst: units(row.sgst),
        cess: units(row.cess),
        flag: 'N',
      })),
    },
  };
}

function invoiceOf({ number: inum, date, value, rates }: DocumentRow) {
  return { inum, idt: dayOf(date), val: units(value), itms: items(rates) };
}

function noteOf({ number: nt_num, date, value, rates }: DocumentRow) {
  return { ntty: 'C', nt_num, nt_dt: dayOf(date), val: units(value), itms: items(rates) };
}

function consumerOf({ supplyType, placeOfSupply, ...row }: ConsumerRow) {
  return { sply_ty: supplyType, pos: placeOfSupply, typ: 'OE', rt: row.rate, ...amounts(row) };
}

function hsnOf(row: HsnRow, index: number) {
  const { hsnCode, unit, quantity, rate } = row;
  return { num: index + 1, hsn_sc: hsnCode ?? '', uqc: unit, qty: quantity, rt: rate, ...amounts(row) };
}

/** Rows of each key, in the order in which the keys come. */
function byKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups];
}
