import type { LineTax } from './gst-split.js';
import type { InvoiceSnapshot } from './invoice-snapshot.js';

/** What goes back of a line, or of the shipping where `lineId` is null. Subunits. */
export interface CreditedShare {
  lineId: string | null;
  /** Of shipping: the line that it is taxed with. */
  shippingLineId: string | null;
  quantity: number;
  amount: number;
  /** In `amount`, in the order of the line's taxes; null where they follow the amount. */
  taxes: LineTax[] | null;
}

export interface CreditedInvoice {
  snapshot: InvoiceSnapshot;
  /** As printed. */
  number: string;
  /** The lines of the sub-order, in the order of the snapshot. */
  lineIds: readonly string[];
}
