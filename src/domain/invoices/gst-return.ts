/** Subunits of each tax. */
export interface GstAmounts {
  taxableValue: number;
  igst: number;
  cgst: number;
  sgst: number;
  cess: number;
}

/** The supplies of a document at one rate. */
export interface RateRow extends GstAmounts {
  /** Percent. */
  rate: number;
}

/** A document of its own in the return. */
export interface DocumentRow {
  /** Of a registered buyer. */
  buyerGstin: string | null;
  number: string;
  /** Day in the zone of the document, `2026-11-24`. */
  date: string;
  /** Of a credit note: its invoice. */
  invoiceNumber: string | null;
  /** GST code of the state; null for goods that leave India. */
  placeOfSupply: string | null;
  /** Subunits, taxes included. */
  value: number;
  rates: RateRow[];
}

export interface ConsumerRow extends RateRow {
  supplyType: 'INTRA' | 'INTER';
  placeOfSupply: string;
}

export interface UntaxedRow {
  supplyType: 'INTRAB2B' | 'INTRB2B' | 'INTRAB2C' | 'INTRB2C';
  /** Subunits at zero percent. */
  nilRated: number;
  /** Subunits that are exempt, or carry no GST. */
  exempt: number;
}

export interface HsnRow extends RateRow {
  hsnCode: string | null;
  /** Unit quantity code of the GST network. */
  unit: string;
  quantity: number;
}

/** A series of numbers that was used in the month. */
export interface SeriesRow {
  kind: 'invoice' | 'credit_note' | 'delivery_challan';
  from: string;
  to: string;
  total: number;
  cancelled: number;
  net: number;
}

/** A credit note that came too late to reduce tax (CGST Act 2017, section 34(2)). */
export interface LateNote {
  number: string;
  date: string;
  invoiceNumber: string;
  value: number;
}

/** The supplies of a seller's month by the sections of FORM GSTR-1 (CGST Rules 2017, rule 59). Notes reduce what they credit. */
export interface GstReturn {
  schemaVersion: 1;
  /** `2026-11`. */
  month: string;
  gstin: string | null;
  b2b: DocumentRow[];
  b2cl: DocumentRow[];
  b2cs: ConsumerRow[];
  exp: (DocumentRow & { withPayment: boolean })[];
  nil: UntaxedRow[];
  cdnr: DocumentRow[];
  cdnur: DocumentRow[];
  hsn: { b2b: HsnRow[]; b2c: HsnRow[] };
  docIssue: SeriesRow[];
  /**
   * Supplies through the operator that it collects tax at source on (section 52), net of returns: table 14(a). Those of section 9(5), tables
   * 14(b) and 15, are of services.
   */
  supeco: (GstAmounts & { operatorGstin: string | null })[];
  lateNotes: LateNote[];
  totals: GstAmounts;
}

/**
 * Invoices to unregistered buyers of another state above this value are reported one by one: one lakh rupees (CGST Rules 2017, rule
 * 59(4) with Notification 12/2024 - Central Tax).
 */
export const LARGE_INVOICE = 100_000_00;

export const NO_AMOUNTS: GstAmounts = { taxableValue: 0, igst: 0, cgst: 0, sgst: 0, cess: 0 };

export function addAmounts(left: GstAmounts, right: GstAmounts, sign = 1): GstAmounts {
  return {
    taxableValue: left.taxableValue + sign * right.taxableValue,
    igst: left.igst + sign * right.igst,
    cgst: left.cgst + sign * right.cgst,
    sgst: left.sgst + sign * right.sgst,
    cess: left.cess + sign * right.cess,
  };
}
