import {
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { PaymentsActivities } from '#activities/payments/payments.activities.js';
import { localDatabaseStep, outsideCall } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#workflows/_shared/contract.js';
import { failureReason } from '#workflows/_shared/failures.js';
import type { refundPayment as contract, RefundPaymentInput } from './payments.contract.js';

const { sendRefund } = proxyActivities<PaymentsActivities>({
  ...outsideCall,
  summary: 'Ask the provider to send the money back',
});
const { recordRefund } = proxyLocalActivities<PaymentsActivities>(localDatabaseStep);

export const refundPayment: WorkflowOf<typeof contract> = async (input: RefundPaymentInput) => {
  const { refundId, origin } = input;
  const answer = await send();
  // Whether money went back must stand in the row, also when the run is cancelled meanwhile.
  await CancellationScope.nonCancellable(() => recordRefund({ refundId, origin, ...answer }));
  // The row tells it too; as a failed run it also stands out among the others.
  if (answer.status === 'failed') throw ApplicationFailure.nonRetryable(answer.reason ?? '', 'RefundFailed');

  async function send() {
    try {
      return await sendRefund({ refundId, origin });
    } catch (error) {
      const reason = isCancellation(error)
        ? 'The refund was cancelled before the provider confirmed it'
        : failureReason(error, 'The payment provider could not be reached');
      return { status: 'failed' as const, providerRefundId: null, reason };
    }
  }
};
