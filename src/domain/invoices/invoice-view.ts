import type { TaxCell, TaxSummary } from './tax-table.js';

/** A label and what stands beside it. */
export interface LabelledText {
  label: string;
  value: string;
}

export interface InvoiceParty {
  heading: string;
  name: string;
  addressLines: string[];
  details: LabelledText[];
}

export interface InvoiceViewLine {
  /** Empty for shipping, which is not one of the numbered goods. */
  number: string;
  title: string;
  sku: string | null;
  hsn: string;
  quantity: string;
  /** Unit quantity code of the GST network, `NOS` for pieces. */
  unit: string;
  unitPrice: string;
  discount: string;
  taxableValue: string;
  taxes: TaxCell[][];
  total: string;
}

export interface InvoiceLineTotals {
  quantity: string;
  discount: string;
  taxableValue: string;
  /** One for each tax heading. */
  taxes: string[];
  total: string;
}

export interface InvoiceTotals {
  totals: LabelledText[];
  grandTotal: LabelledText;
  /** What a total that already contains tax is made of; empty when tax is added on top. */
  included: LabelledText[];
  /** Below the grand total: its rounding, and who pays which part of it. */
  settled: LabelledText[];
}

/** An invoice ready to be laid out on paper: every amount, date and name is a finished string. */
export interface InvoiceView extends InvoiceTotals {
  documentTitle: string;
  title: string;
  /** The mark of the buyer's copy that Rule 48 asks for; null on a document that is no tax invoice. */
  copyMark: string | null;
  logo: string | null;
  serial: string;
  /** Serial, dates, order and payment. */
  details: LabelledText[];
  seller: InvoiceParty;
  billTo: InvoiceParty;
  shipTo: InvoiceParty;
  /** Place of supply and reverse charge; empty on a document that is no tax invoice. */
  supply: LabelledText[];
  /** Sentences that limit the document, above its rows. */
  notices: string[];
  amountsNote: string;
  /** `Taxable value`, or `Value` on a document that is no tax invoice. */
  taxableHeading: string;
  taxHeadings: string[];
  /** Whether rows say what a piece costs. */
  hasUnitPrice: boolean;
  hasDiscount: boolean;
  rows: InvoiceViewLine[];
  rowTotals: InvoiceLineTotals;
  /** Null when the document has no taxes. */
  taxSummary: TaxSummary | null;
  amountInWords: string;
  declaration: string;
  customerCareLines: string[];
  qr: string | null;
  /** Null when the settings leave the signature out. */
  signature: { forWhom: string; image: string | null; label: string } | null;
  footerNote: string;
}
