import {
  ActivityCancellationType,
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { TransferActivities } from '#activities/payouts/transfer.activities.js';
import type { TransferState } from '#domain/payouts/transfer.js';
import { localDatabaseStep, outsideCall } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import {
  type sendPayout as contract,
  type SendPayoutInput,
  transferReportedSignal,
  transferStepQuery,
} from './payouts.contract.js';
import { gapAfter } from './transfer-gaps.js';

const { moveTransfer } = proxyActivities<TransferActivities>({
  ...outsideCall,
  // Four calls of 15 s at most: what was perhaps sent is asked for, then contact, account and transfer.
  startToCloseTimeout: '70s',
  // A quarter of a minute of failures is shown to a person; the loop around it goes on asking.
  scheduleToCloseTimeout: '10m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 5 },
  // A call that is out may move the money: a cancelled run waits for its response.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  summary: 'Send the payout, or ask what became of it',
});
const { settleTransfer } = proxyLocalActivities<TransferActivities>(localDatabaseStep);

export const sendPayout: WorkflowOf<typeof contract> = async (input: SendPayoutInput) => {
  const { payoutId, origin } = input;
  let reported = false;
  let step = 'calling the provider';
  setHandler(transferReportedSignal, () => {
    reported = true;
  });
  setHandler(transferStepQuery, () => step);

  let before: TransferState | null = null;
  let look = 0;
  // A queued transfer is given up by its provider after three months: 400 looks of ten events are far below the limit.
  for (;;) {
    reported = false;
    const state = await ask();
    if (state !== before) look = 0;
    before = state;
    const gap = gapAfter(state, look);
    if (gap === null && !reported) return;
    say(`${state ?? 'unknown'}, next look at ${new Date(Date.now() + (gap ?? 0)).toISOString()}`);
    // After a webhook the provider is asked often again: its books may be behind what it sends.
    look = (await condition(() => reported, gap ?? 0)) ? 0 : look + 1;
  }

  async function ask(): Promise<TransferState | null> {
    try {
      const found = await moveTransfer({ payoutId, origin });
      // What the provider said must stand in the row, also when the run is cancelled meanwhile.
      return await CancellationScope.nonCancellable(() => settleTransfer({ payoutId, found, origin }));
    } catch (error) {
      if (isCancellation(error)) throw error;
      const problem = failureReason(error, 'The payout provider could not be reached');
      return settleTransfer({ payoutId, found: null, problem, origin });
    }
  }

  function say(what: string): void {
    step = what;
    setCurrentDetails(what);
  }
};
