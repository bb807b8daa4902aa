import { forEachRequest } from '#workflows/_shared/requests.js';
import { ActivityCancellationType, CancellationScope, isCancellation } from '@temporalio/workflow';
import type { PickupActivities } from '#activities/shipping/pickup.activities.js';
import type { PickupResponse } from '#domain/shipping/pickup.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import { localDatabaseStep } from '#workflows/_shared/activity-presets.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import { type bookPickup as contract, type PickupInput, pickupRequestedSignal } from './shipping.contract.js';

const { settlePickup } = proxyLocalActivities<PickupActivities>({
  ...localDatabaseStep,
  summary: 'Record what the carrier said',
});
const { sendPickup } = proxyActivities<PickupActivities>({
  // Two calls of 18 s at most: what was perhaps sent before is asked for first.
  startToCloseTimeout: '40s',
  // Somebody waits, and asks again themselves.
  scheduleToCloseTimeout: '3m',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s', maximumAttempts: 4 },
  // A call that is out may book a visit: a cancelled run waits for its response.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  summary: 'Request the pickup at the carrier',
});

export const bookPickup: WorkflowOf<typeof contract> = (input: PickupInput) => {
  const { pickupId, origin } = input;
  return forEachRequest(input, book, pickupRequestedSignal);

  async function book(request?: string): Promise<void> {
    const { response, cancelled } = await send();
    // What the carrier said must stand in the row, also when the run is cancelled meanwhile.
    await CancellationScope.nonCancellable(() => settlePickup({ pickupId, origin, response, request }));
    if (response.kind === 'confirmed') setOutcome('ok');
    if (response.kind === 'refused') setOutcome('refused', response.reason);
    if (response.kind === 'unclear') setOutcome(cancelled ? 'cancelled' : 'failed', response.reason);
  }

  async function send(): Promise<{ response: PickupResponse; cancelled: boolean }> {
    try {
      return { response: await awaitOutage(() => sendPickup({ pickupId, origin })), cancelled: false };
    } catch (error) {
      const cancelled = isCancellation(error);
      const reason = cancelled ? 'The request was cancelled' : failureReason(error, 'no response');
      return { response: { kind: 'unclear', reason }, cancelled };
    }
  }
};
