import { challanDocuments } from '#db/invoices/challan-documents-tables.js';
import { commissionDocuments } from '#db/invoices/commission-documents-tables.js';
import { creditNoteDocuments } from '#db/invoices/credit-note-documents-tables.js';
import { originOf } from '#domain/_shared/context.js';
import { type InvoiceRequested, invoicesEvents } from '#domain/invoices/invoices.events.js';
import { settingsChanged } from '#domain/settings/settings.events.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import {
  invoiceRequestedSignal,
  renderInvoice,
  type RenderInvoiceInput,
} from '#workflows/invoices/invoices.contract.js';
import { drain, each, type Subscription } from './subscription.js';

export const invoicesSubscriptions: readonly Subscription[] = [
  drain('invoice-requests', [ordersEvents.confirmed], 'core', { gapMs: 2_000 }),
  drain('commission-gst-notices', [settingsChanged], 'core', { gapMs: 2_000 }),
  drain('credit-note-documents', [], 'documents', {
    due: () => creditNoteDocuments.due,
    backlog: creditNoteDocuments,
  }),
  drain('challan-documents', [], 'documents', {
    due: () => challanDocuments.due,
    backlog: challanDocuments,
  }),
  drain('commission-documents', [], 'documents', {
    due: () => commissionDocuments.due,
    backlog: commissionDocuments,
  }),
  each<InvoiceRequested, RenderInvoiceInput>('invoices-render', [invoicesEvents.requested], (event) => {
    const { orderVendorId: subOrderId, ...payload } = event.payload;
    return {
      contract: renderInvoice,
      input: { ...payload, subOrderId, origin: originOf(event) },
      signal: { name: invoiceRequestedSignal.name, args: [] },
    };
  }),
];
