import { defineEvent } from '#domain/_shared/event.js';

export interface InvoiceRequested {
  orderId: string;
  orderNumber: string;
  orderVendorId: string;
  vendorId: string;
}

/** Events of invoices; the entity is the vendor's part of the order, of which there is one invoice. */
export const invoicesEvents = {
  requested: defineEvent<InvoiceRequested>(
    'invoice.requested',
    'orderVendor',
    'An invoice has to be rendered, for the first time or again',
  ),
  issued: defineEvent<InvoiceRequested & { invoiceNumber: string; linesWithoutHsn: number }>(
    'invoice.issued',
    'orderVendor',
    'An invoice got its number; `linesWithoutHsn` tells the vendor that HSN codes are missing',
  ),
};
