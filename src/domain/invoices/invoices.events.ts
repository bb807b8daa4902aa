import { defineEvent } from '#domain/_shared/event.js';
import type { CommissionDocumentKind } from './commission-invoice.js';
import type { CreditNoteCause } from './credit-note-snapshot.js';

export interface InvoiceRequested {
  orderId: string;
  orderNumber: string;
  orderVendorId: string;
  vendorId: string;
}

export interface InvoiceReady {
  invoiceId: string;
  orderId: string;
  orderVendorId: string;
  vendorId: string;
}

export interface CreditNoteIssued extends InvoiceRequested {
  creditNoteId: string;
  creditNoteNumber: string;
  cause: CreditNoteCause;
  /** Subunits. */
  amount: number;
}

export interface CommissionInvoiceIssued {
  commissionInvoiceId: string;
  commissionInvoiceNumber: string;
  vendorId: string;
  kind: CommissionDocumentKind;
  /** `2026-10`. */
  month: string;
  /** Subunits, tax included. */
  amount: number;
}

/** Events of invoices; the entity is the sub-order, of which there is one invoice. */
export const invoicesEvents = {
  requested: defineEvent<InvoiceRequested>(
    'invoice.requested',
    'subOrder',
    'An invoice has to be rendered, for the first time or again',
  ),
  issued: defineEvent<InvoiceRequested & { invoiceNumber: string; linesWithoutHsn: number }>(
    'invoice.issued',
    'subOrder',
    'An invoice got its number; `linesWithoutHsn` tells the vendor that HSN codes are missing',
  ),
  ready: defineEvent<InvoiceReady>('invoice.ready', 'subOrder', 'The PDF of an invoice is ready', {
    webhook: true,
  }),
  creditNoteIssued: defineEvent<CreditNoteIssued>(
    'invoice.credit_note_issued',
    'subOrder',
    'A credit note was issued against an invoice, for a cancellation, a refund or a return',
  ),
  commissionInvoiceIssued: defineEvent<CommissionInvoiceIssued>(
    'invoice.commission_issued',
    'vendor',
    'The operator invoiced a vendor its commission of a month, or credited it',
  ),
};
