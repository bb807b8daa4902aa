import {
  condition,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { TransferActivities } from '#activities/payouts/transfer.activities.js';
import type { TransferState } from '#domain/payouts/transfer.js';
import { localDatabaseStep } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import {
  type sendPayout as contract,
  type SendPayoutInput,
  transferReportedSignal,
  transferStepQuery,
} from './payouts.contract.js';
import { askProvider, providerCall } from './ask-provider.js';
import { gapAfter } from './transfer-gaps.js';

const { moveTransfer } = proxyActivities<TransferActivities>({
  ...providerCall,
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

  const ask = (): Promise<TransferState | null> =>
    askProvider(
      () => moveTransfer({ payoutId, origin }),
      (result) => settleTransfer({ payoutId, ...result, origin }),
    );

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

  function say(what: string): void {
    step = what;
    setCurrentDetails(what);
  }
};
