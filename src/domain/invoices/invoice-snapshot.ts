import type { LineTax } from './gst-split.js';

/** A place as it was known when the invoice was issued. */
export interface PostalAddress {
  line1: string;
  line2?: string | null;
  city: string;
  /** Two-digit GST code in India, the country's own code or name elsewhere. */
  stateCode: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface InvoiceAddress extends PostalAddress {
  name: string;
  /** E.164. */
  phone: string;
  gstin?: string | null;
}

export interface InvoiceSeller {
  legalName: string;
  gstin: string | null;
  address: PostalAddress;
  stateCode: string;
  /** Under the composition scheme; missing otherwise. */
  composition?: boolean;
  /** Of a seller without registration. */
  enrolmentNumber?: string | null;
  /** Name of the shop where it is another than the legal one. Like the two below missing in earlier invoices. */
  tradeName?: string | null;
  supportPhone?: string | null;
  supportEmail?: string | null;
}

export interface InvoiceLine {
  title: string;
  sku: string | null;
  hsnCode: string | null;
  /** Whole pieces; 0 where all of them were cancelled before the invoice, which does not print the line then. */
  quantity: number;
  /** Subunits, tax included when `pricesIncludeTax`. */
  unitPrice: number;
  /** `unitPrice` times `quantity`. */
  lineSubtotal: number;
  /** Subunits taken off, on the same side of tax as `lineSubtotal`. */
  discount: number;
  /** Subunits after discount and without tax. */
  taxableValue: number;
  taxes: LineTax[];
  /** `taxableValue` plus its taxes. */
  total: number;
  /** Taxed at another rate than the order (CGST Act 2017, section 14); `gstExempt` then says whether the goods are exempt. */
  retaxed?: boolean;
  gstExempt?: boolean;
}

/** Shipping that is taxed with a line, by the rates of the line. */
export interface InvoiceShippingLine {
  /** Place of the line in `lines`. */
  line: number;
  /** That of the line: shipping is part of the value of the goods. */
  hsnCode: string | null;
  /** Subunits, without tax. */
  taxableValue: number;
  taxes: LineTax[];
  /** `taxableValue` plus its taxes. */
  total: number;
  /** As of its line. */
  retaxed?: boolean;
}

/**
 * What an invoice says, frozen at its first issue and never changed afterwards: rendering it again next year, after
 * the vendor has moved and the product was renamed, gives the same document. All amounts are subunits.
 */
export interface InvoiceSnapshot {
  seller: InvoiceSeller;
  buyer: { name: string; gstin?: string | null };
  billingAddress: InvoiceAddress;
  shippingAddress: InvoiceAddress;
  /** State of supply; a GST code only within India, see `stateOfSupply`. */
  placeOfSupply: string;
  orderNumber: string;
  /** ISO instant. */
  placedAt: string;
  /** ISO instant of first issue. */
  issuedAt: string;
  /** IANA zone that both dates are printed in; frozen too, because it decides the date and the financial year. */
  timeZone: string;
  currency: string;
  lines: InvoiceLine[];
  /** What the buyer pays for shipping, on the same side of tax as prices. */
  shipping: number;
  /** All of `shipping` by the lines that it is taxed with; missing where shipping is not taxed. */
  shippingLines?: InvoiceShippingLine[];
  totals: { subtotal: number; discount: number; shipping: number; tax: number; grandTotal: number };
  /** Who pays a part of the grand total instead of the buyer, because of a discount that it bears. */
  paidBy?: { name: string; amount: number };
  /** What takes the grand total to whole units of the currency, where the settings asked for it at the issue. It changes no other figure. */
  roundOff?: number;
  /** Refunds of pieces that were cancelled before the invoice: it does not cover them, and no credit note does. */
  omittedRefunds?: string[];
  pricesIncludeTax: boolean;
  paymentMethod: string;
}

/** The parts of the document that follow the `invoice` settings at every rendering. Images are data URIs. */
export interface InvoiceTemplateSettings {
  title: string;
  logoUrl: string | null;
  currencySymbol: string;
  declarationText: string;
  customerCareLines: string[];
  showAuthorizedSignatory: boolean;
  authorizedSignatoryLabel: string;
  authorizedSignatoryImage: string | null;
  showQr: boolean;
  qrImage: string | null;
  footerNote: string;
}
