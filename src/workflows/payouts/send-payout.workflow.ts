import { setHandler } from '@temporalio/workflow';
import type { TransferActivities } from '#activities/payouts/transfer.activities.js';
import type { TransferState } from '#domain/payouts/transfer.js';
import { localDatabaseStep } from '#workflows/_shared/activity-presets.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { condition, proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
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
const { settleTransfer } = proxyLocalActivities<TransferActivities>({
  ...localDatabaseStep,
  summary: 'Record what the provider said',
});

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
      async () => {
        const found = await moveTransfer({ payoutId, origin });
        reason = found?.reason ?? reason;
        return found;
      },
      (result) => settleTransfer({ payoutId, ...result, origin }),
    );

  let reason: string | null = null;
  let before: TransferState | null = null;
  let look = 0;
  // A queued transfer is given up by its provider after three months: 400 looks of ten events are far below the limit.
  for (;;) {
    reported = false;
    const state = await ask();
    if (state !== before) look = 0;
    before = state;
    const gap = gapAfter(state, look);
    if (gap === null && !reported) {
      if (state === 'failed' || state === 'reversed')
        setOutcome('refused', reason ?? `The transfer is ${state}`);
      return;
    }
    step = `${state ?? 'unknown'}, next look at ${new Date(Date.now() + (gap ?? 0)).toISOString()}`;
    setOutcome('waiting', `the provider: ${step}`);
    // After a webhook the provider is asked often again: its books may be behind what it sends.
    look = (await condition(() => reported, gap ?? 0, 'Until the provider is asked again')) ? 0 : look + 1;
  }
};
