import { setHandler } from '@temporalio/workflow';
import type { AccountTestActivities } from '#activities/payouts/account-test.activities.js';
import type { AccountState } from '#domain/payouts/account.js';
import type { TransferState } from '#domain/payouts/transfer.js';
import { localDatabaseStep } from '#workflows/_shared/activity-presets.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { condition, proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import {
  transferReportedSignal,
  transferStepQuery,
  type verifyPayoutAccount as contract,
  type VerifyPayoutAccountInput,
} from './payouts.contract.js';
import { askProvider, providerCall } from './ask-provider.js';
import { gapAfter } from './transfer-gaps.js';

const { moveAccountTest } = proxyActivities<AccountTestActivities>({
  ...providerCall,
  summary: 'Send the test transfer, or ask what became of it',
});
const { beginAccountTest } = proxyLocalActivities<AccountTestActivities>({
  ...localDatabaseStep,
  summary: 'Look where the bank details are',
});
const { settleAccountTest } = proxyLocalActivities<AccountTestActivities>({
  ...localDatabaseStep,
  summary: 'Record what the provider said',
});

/** What the state of the details says of their test transfer. */
const transferOf: Partial<Record<AccountState, TransferState>> = {
  testing: 'initiated',
  verified: 'processed',
};
const LEAST_WAIT_MS = 1_000;

export const verifyPayoutAccount: WorkflowOf<typeof contract> = async (input: VerifyPayoutAccountInput) => {
  const { accountId, origin } = input;
  let reported = false;
  let step = 'looking';
  setHandler(transferReportedSignal, () => {
    reported = true;
  });
  setHandler(transferStepQuery, () => step);

  const ask = (transferId: string): Promise<AccountState | null> =>
    askProvider(
      async () => {
        const found = await moveAccountTest({ accountId, transferId, origin });
        reason = found?.reason ?? reason;
        return found;
      },
      (result) => settleAccountTest({ accountId, transferId, ...result, origin }),
    );

  let reason: string | null = null;
  let before: AccountState | null = null;
  let look = 0;
  for (;;) {
    reported = false;
    const { state: begun, lookAt, transferId } = await beginAccountTest({ accountId, origin });
    if (begun === 'waiting') {
      const gap = Math.max(Date.parse(lookAt ?? '') - Date.now() || 0, LEAST_WAIT_MS);
      say(begun, gap);
      await condition(() => reported, gap, 'Until the wait for new bank details is over');
      continue;
    }
    const state = begun && transferId && transferOf[begun] ? await ask(transferId) : begun;
    if (state !== before) look = 0;
    before = state;
    // Details that a retry has waiting again are begun again.
    const gap =
      state === 'waiting'
        ? LEAST_WAIT_MS
        : transferId && state
          ? gapAfter(transferOf[state] ?? null, look)
          : null;
    if (gap === null && !reported) {
      if (state === 'failed') setOutcome('refused', reason ?? 'The test transfer failed');
      return;
    }
    say(state, gap ?? 0);
    // After a webhook the provider is asked often again: its books may be behind what it sends.
    look = (await condition(() => reported, gap ?? 0, 'Until the provider is asked again')) ? 0 : look + 1;
  }

  function say(state: AccountState | null, gap: number): void {
    step = `${state ?? 'unknown'}, next look at ${new Date(Date.now() + gap).toISOString()}`;
    setOutcome('waiting', `the bank: ${step}`);
  }
};
