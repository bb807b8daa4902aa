import {
  ActivityCancellationType,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { PickupActivities } from '#activities/shipping/pickup.activities.js';
import type { PickupResponse } from '#domain/shipping/pickup.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import { localDatabaseStep } from '#workflows/_shared/activity-presets.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
import type { bookPickup as contract, PickupInput } from './shipping.contract.js';

const { settlePickup } = proxyLocalActivities<PickupActivities>(localDatabaseStep);
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
  const response = await send();
  // What the carrier said must stand in the row, also when the run is cancelled meanwhile.
  await CancellationScope.nonCancellable(() => settlePickup({ pickupId, origin, response }));

  async function send(): Promise<PickupResponse> {
    try {
      return await awaitOutage(() => sendPickup({ pickupId, origin }));
    } catch (error) {
      const reason = isCancellation(error)
        ? 'The request was cancelled'
        : failureReason(error, 'no response');
      return { kind: 'unclear', reason };
    }
  }
};
