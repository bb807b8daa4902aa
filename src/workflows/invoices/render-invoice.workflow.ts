import {
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  setHandler,
} from '@temporalio/workflow';
import type { InvoiceDocumentsActivities } from '#activities/invoices/invoice-documents.activities.js';
import type { InvoiceRevision, InvoicesActivities } from '#activities/invoices/invoices.activities.js';
import { databaseStep, localDatabaseStep, renderStep } from '#workflows/_shared/activity-presets.js';
import { proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import {
  invoiceRequestedSignal,
  invoiceStepQuery,
  type renderInvoice as contract,
  type RenderInvoiceInput,
} from './invoices.contract.js';

const { issueInvoice } = proxyLocalActivities<InvoicesActivities>({
  ...localDatabaseStep,
  summary: 'Issue the invoice',
});
const { completeInvoice } = proxyLocalActivities<InvoicesActivities>({
  ...localDatabaseStep,
  summary: 'Store the PDF of the invoice',
});
const { failInvoice } = proxyLocalActivities<InvoicesActivities>({
  ...localDatabaseStep,
  summary: 'Mark the invoice as failed',
});
// Through the engine: what came after it is then told apart from what came before, also where it refuses the run's end.
const { failPendingInvoice } = proxyActivities<InvoicesActivities>({
  ...databaseStep,
  summary: 'Mark the invoice as failed',
});
const { renderInvoiceDocument } = proxyActivities<InvoiceDocumentsActivities>({
  ...renderStep,
  taskQueue: 'documents',
  summary: 'Print the PDF',
});

export const renderInvoice: WorkflowOf<typeof contract> = async (input: RenderInvoiceInput) => {
  const { subOrderId, origin } = input;
  let requested = true;
  let step: 'issuing' | 'rendering' | 'storing' | 'done' = 'issuing';
  setHandler(invoiceRequestedSignal, () => {
    requested = true;
  });
  setHandler(invoiceStepQuery, () => step);

  try {
    while (requested) {
      requested = false;
      step = 'issuing';
      const todo = await issueInvoice({ subOrderId, origin });
      if (todo === null) continue;
      const problem = 'problem' in todo ? todo.problem : await render(todo);
      // A request that came meanwhile deserves its own attempt; otherwise the run ends as what it is, a failure.
      if (problem !== undefined && !requested)
        throw ApplicationFailure.nonRetryable(problem, 'InvoiceNotRendered');
    }
  } catch (error) {
    if (isCancellation(error)) await failPending();
    throw error;
  }
  step = 'done';

  /** Prints and stores one revision; returns what went wrong, if anything did. */
  async function render(todo: InvoiceRevision): Promise<string | undefined> {
    try {
      step = 'rendering';
      const document = await awaitOutage(() => renderInvoiceDocument({ ...todo, origin }));
      step = 'storing';
      await completeInvoice({ ...todo, ...document, origin });
      return undefined;
    } catch (error) {
      if (isCancellation(error)) throw error;
      const reason = failureReason(error, 'The document could not be rendered');
      // Cancelling the run must not cancel the record of it: the row would wait for a document that nobody prints.
      await CancellationScope.nonCancellable(() => failInvoice({ ...todo, error: reason, origin }));
      return reason;
    }
  }

  /**
   * A run that is cancelled leaves nothing pending, issued or not, since nobody would print it. A later request
   * does not see the cancellation: another run goes on with it.
   */
  async function failPending(): Promise<void> {
    requested = false;
    const error = 'The rendering was cancelled';
    await CancellationScope.nonCancellable(() => failPendingInvoice({ subOrderId, error, origin }));
    if (requested) await continueAsNew<typeof renderInvoice>(input);
  }
};
