import { proxyActivities } from '@temporalio/workflow';
import type { AccountsSweepActivities } from '#activities/accounts/accounts-sweep.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { sweepAccounts as contract, SweepAccountsInput } from './accounts.contract.js';

const { sweepEndedSessions } = proxyActivities<AccountsSweepActivities>(longPass);

export const sweepAccounts: WorkflowOf<typeof contract> = async (input: SweepAccountsInput) => {
  await sweepEndedSessions({ keepGuestDays: input.keepGuestDays });
};
