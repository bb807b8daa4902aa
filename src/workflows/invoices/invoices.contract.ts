import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface RenderInvoiceInput {
  subOrderId: string;
  orderId: string;
  orderNumber: string;
  vendorId: string;
  origin: Origin;
}

/** A rendering was asked for; carries nothing, the row says what is left to do. */
export const invoiceRequestedSignal = defineSignal('requested');
/** What the run is doing right now. */
export const invoiceStepQuery = defineQuery<'issuing' | 'rendering' | 'storing' | 'done'>('step');

/**
 * Issues the invoice of one sub-order and renders it, once more for each request that comes meanwhile.
 * Started with a signal by a request for an invoice, by hand or on confirmation. Waits for nothing but its own steps.
 * One run at a time by its id; the number comes once from the row, and a revision that is rendered is not rendered twice.
 * A run that is cancelled leaves the invoice as failed, to be asked for again.
 */
export const renderInvoice = contract<RenderInvoiceInput>()({
  name: 'renderInvoice',
  ...entityIds<RenderInvoiceInput>('invoices-render', (input) => input.subOrderId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: ({ orderId, orderNumber, vendorId }) => ({ orderId, orderNumber, vendorId }),
  summary: ({ orderNumber }) => `Invoice of order ${orderNumber}`,
  signals: { requested: invoiceRequestedSignal },
  queries: { step: invoiceStepQuery },
});
