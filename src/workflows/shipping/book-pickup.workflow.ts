import { ActivityCancellationType, CancellationScope, isCancellation, patched } from '@temporalio/workflow';
import type { PickupActivities } from '#activities/shipping/pickup.activities.js';
import type { PickupResponse } from '#domain/shipping/pickup.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import { localDatabaseStep } from '#workflows/_shared/activity-presets.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import type { bookPickup as contract, PickupInput } from './shipping.contract.js';

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

export const bookPickup: WorkflowOf<typeof contract> = async ({ pickupId, origin }: PickupInput) => {
  let cancelled = false;
  const response = await send();
  // A seller who sees the row settled may ask again at once, and would only join a run that is not over yet.
  const outcomeFirst = ['refused', 'unclear'].includes(response.kind) && patched('outcome-first');
  if (outcomeFirst) sayOutcome();
  // What the carrier said must stand in the row, also when the run is cancelled meanwhile.
  await CancellationScope.nonCancellable(() => settlePickup({ pickupId, origin, response }));
  if (!outcomeFirst) sayOutcome();

  function sayOutcome(): void {
    if (response.kind === 'refused') setOutcome('refused', response.reason);
    if (response.kind === 'unclear') setOutcome(cancelled ? 'cancelled' : 'failed', response.reason);
  }

  async function send(): Promise<PickupResponse> {
    try {
      return await awaitOutage(() => sendPickup({ pickupId, origin }));
    } catch (error) {
      cancelled = isCancellation(error);
      const reason = cancelled ? 'The request was cancelled' : failureReason(error, 'no response');
      return { kind: 'unclear', reason };
    }
  }
};
