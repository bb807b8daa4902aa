import type { LineTax } from './gst-split.js';
import type { InvoiceSnapshot } from './invoice-snapshot.js';

/**
 * What a delivery challan says, frozen when its parcel is sent: the parcels after the first of an invoice travel with one (CGST Rules
 * 2017, rule 55(5)(b) and (c)). Amounts in subunits.
 */
export interface ChallanSnapshot extends Pick<
  InvoiceSnapshot,
  | 'seller'
  | 'buyer'
  | 'billingAddress'
  | 'shippingAddress'
  | 'placeOfSupply'
  | 'orderNumber'
  | 'timeZone'
  | 'currency'
> {
  issuedAt: string;
  /** The complete invoice, issued before the first parcel. */
  invoice: { number: string; issuedAt: string; title: 'invoice' | 'bill of supply' };
  /** From 2. */
  parcel: number;
  /** Whether nothing is left to send: the original of the invoice travels with it. */
  last: boolean;
  courier: string | null;
  awb: string | null;
  lines: ChallanLine[];
}

export interface ChallanLine {
  title: string;
  sku: string | null;
  hsnCode: string | null;
  quantity: number;
  taxableValue: number;
  /** As printed: split by seller and place of supply. */
  taxes: LineTax[];
  total: number;
}
