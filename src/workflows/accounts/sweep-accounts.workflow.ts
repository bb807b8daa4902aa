import type { AccountsSweepActivities } from '#activities/accounts/accounts-sweep.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { sweepAccounts as contract, SweepAccountsInput } from './accounts.contract.js';

const { sweepEndedSessions } = proxyActivities<AccountsSweepActivities>({
  ...longPass,
  summary: 'Delete expired sessions and guests without one',
});

export const sweepAccounts: WorkflowOf<typeof contract> = async (input: SweepAccountsInput) => {
  await sweepEndedSessions({ keepGuestDays: input.keepGuestDays });
};
