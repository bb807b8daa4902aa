import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { DocumentEnds } from '#activities/shipping/document-ends.js';
import type { OrderDocumentActivities } from '#activities/shipping/order-document.activities.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import { databaseStep, renderStep } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
import type { OrderDocumentInput, printOrderDocument as contract } from './shipping.contract.js';

const { renderOrderDocument } = proxyActivities<OrderDocumentActivities>({
  ...renderStep,
  taskQueue: 'documents',
  summary: 'Print the PDF',
});
const { failOrderDocument } = proxyActivities<DocumentEnds>({
  ...databaseStep,
  summary: 'Mark the document as failed',
});

export const printOrderDocument: WorkflowOf<typeof contract> = async (input: OrderDocumentInput) => {
  const { documentId, origin } = input;
  try {
    await awaitOutage(() => renderOrderDocument({ documentId, origin }));
  } catch (thrown) {
    const error = isCancellation(thrown)
      ? 'The printing was cancelled'
      : failureReason(thrown, 'The document could not be printed');
    // Cancelling the run must not cancel the record of it.
    await CancellationScope.nonCancellable(() => failOrderDocument({ documentId, error, origin }));
    throw thrown;
  }
};
