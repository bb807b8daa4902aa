import { forEachRequest } from '#workflows/_shared/requests.js';
import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
} from '@temporalio/workflow';
import type { PaymentsActivities, RefundResponse } from '#activities/payments/payments.activities.js';
import { localDatabaseStep, outsideCall } from '#workflows/_shared/activity-presets.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import type { refundPayment as contract, RefundPaymentInput } from './payments.contract.js';

const { sendRefund } = proxyActivities<PaymentsActivities>({
  ...outsideCall,
  // Two calls of 15 s at most: what was perhaps sent before is looked for first.
  startToCloseTimeout: '40s',
  // A call that is out may move the money: a cancelled run waits for its response.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  summary: 'Ask the provider to send the money back',
});
const { askRefund } = proxyActivities<PaymentsActivities>({
  ...outsideCall,
  // Somebody waits for the run to end; what cannot be found out now is asked again by the search for lost webhooks.
  scheduleToCloseTimeout: '1m',
  summary: 'Ask the provider whether it was sent',
});
const { recordRefund } = proxyLocalActivities<PaymentsActivities>({
  ...localDatabaseStep,
  summary: 'Record what the provider said',
});

export const refundPayment: WorkflowOf<typeof contract> = (input: RefundPaymentInput) => {
  const { refundId, origin } = input;
  let cancelled = false;
  // An operator may have it sent again as soon as the row says that it failed.
  return forEachRequest(input, refund);

  async function refund(request?: string): Promise<void> {
    const response = await send();
    // Whether money went back must stand in the row, also when the run is cancelled meanwhile.
    await CancellationScope.nonCancellable(() => recordRefund({ refundId, origin, ...response, request }));
    // The row shows it too; as a failed run it also stands out among the others.
    if (response.status === 'failed') {
      setOutcome(cancelled ? 'cancelled' : 'refused', response.reason);
      throw ApplicationFailure.nonRetryable(response.reason ?? '', 'RefundFailed');
    }
    if (response.status === 'unclear')
      throw ApplicationFailure.nonRetryable(response.reason ?? '', 'RefundUnclear');
    setOutcome('ok');
  }

  async function send(): Promise<RefundResponse> {
    try {
      return await sendRefund({ refundId, origin });
    } catch (error) {
      cancelled = isCancellation(error);
      if (cancelled) return CancellationScope.nonCancellable(afterCancelling);
      // A day of asking, and no response: the money may have gone back all the same.
      return unclear(failureReason(error, 'The payment provider could not be reached'));
    }
  }

  /** Cancelled between two attempts: an earlier one may have reached the provider though its response never came. */
  async function afterCancelling(): Promise<RefundResponse> {
    try {
      const known = await askRefund({ refundId, origin });
      const reason = 'The refund was cancelled before the provider had it';
      return known ?? { status: 'failed', providerRefundId: null, reason };
    } catch {
      return unclear(
        'The refund was cancelled, and the provider could not be asked whether it had been sent',
      );
    }
  }
};

function unclear(reason: string): RefundResponse {
  return { status: 'unclear', providerRefundId: null, reason };
}
