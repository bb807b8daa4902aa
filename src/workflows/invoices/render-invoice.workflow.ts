import {
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type { InvoiceDocumentsActivities } from '#activities/invoices/invoice-documents.activities.js';
import type { InvoiceRevision, InvoicesActivities } from '#activities/invoices/invoices.activities.js';
import { localDatabaseStep, renderStep } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#workflows/_shared/contract.js';
import { failureReason } from '#workflows/_shared/failures.js';
import {
  invoiceRequestedSignal,
  invoiceStepQuery,
  type renderInvoice as contract,
  type RenderInvoiceInput,
} from './invoices.contract.js';

const { issueInvoice, completeInvoice, failInvoice } =
  proxyLocalActivities<InvoicesActivities>(localDatabaseStep);
const { renderInvoiceDocument } = proxyActivities<InvoiceDocumentsActivities>({
  ...renderStep,
  taskQueue: 'documents',
  summary: 'Print the PDF',
});

export const renderInvoice: WorkflowOf<typeof contract> = async (input: RenderInvoiceInput) => {
  const { orderVendorId, origin } = input;
  let requested = true;
  let step: 'issuing' | 'rendering' | 'storing' | 'done' = 'issuing';
  setHandler(invoiceRequestedSignal, () => {
    requested = true;
  });
  setHandler(invoiceStepQuery, () => step);

  while (requested) {
    requested = false;
    step = 'issuing';
    const todo = await issueInvoice({ orderVendorId, origin });
    if (todo === null) continue;
    const problem = 'problem' in todo ? todo.problem : await render(todo);
    // A request that came meanwhile deserves its own attempt; otherwise the run ends as what it is, a failure.
    if (problem !== undefined && !requested)
      throw ApplicationFailure.nonRetryable(problem, 'InvoiceNotRendered');
  }
  step = 'done';

  /** Prints and stores one revision; answers what went wrong, if anything did. */
  async function render(todo: InvoiceRevision): Promise<string | undefined> {
    try {
      step = 'rendering';
      const document = await renderInvoiceDocument({ ...todo, origin });
      step = 'storing';
      await completeInvoice({ ...todo, ...document, origin });
      return undefined;
    } catch (error) {
      const cancelled = isCancellation(error);
      const reason = cancelled ? 'The rendering was cancelled' : failureReason(error, 'The document could not be rendered'); // prettier-ignore
      // Cancelling the run must not cancel the record of it: the row would wait for a document that nobody prints.
      await CancellationScope.nonCancellable(() => failInvoice({ ...todo, error: reason, origin }));
      if (cancelled) throw error;
      return reason;
    }
  }
};
