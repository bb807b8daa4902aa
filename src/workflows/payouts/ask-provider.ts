import { ActivityCancellationType, CancellationScope, isCancellation } from '@temporalio/workflow';
import { failureReason } from '#lib/workflow/failures.js';
import { outsideCall } from '#workflows/_shared/activity-presets.js';

/** How the activity that calls a payout provider is run. */
export const providerCall = {
  ...outsideCall,
  // Four calls of 15 s at most: what was perhaps sent is asked for, then contact, account and transfer.
  startToCloseTimeout: '70s',
  // A quarter of a minute of failures is shown to a person; the loop around it goes on asking.
  scheduleToCloseTimeout: '10m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 5 },
  // A call that is out may move the money: a cancelled run waits for its response.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
} as const;

/**
 * Has a transfer sent, or asks what became of it, and books what the provider said, or why it could not be reached.
 * @returns what `settle` returns
 */
export async function askProvider<Found, State>(
  move: () => Promise<Found>,
  settle: (result: { found: Found | null; problem?: string }) => Promise<State>,
): Promise<State> {
  try {
    const found = await move();
    // What the provider said must stand in the row, also when the run is cancelled meanwhile.
    return await CancellationScope.nonCancellable(() => settle({ found }));
  } catch (error) {
    if (isCancellation(error)) throw error;
    return settle({ found: null, problem: failureReason(error, 'The payout provider could not be reached') });
  }
}
