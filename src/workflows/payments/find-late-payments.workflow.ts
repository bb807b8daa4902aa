import type { LatePaymentsActivities } from '#activities/payments/late-payments.activities.js';
import type { LateRefundsActivities } from '#activities/payments/late-refunds.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { findLatePayments as contract, FindLatePaymentsInput } from './payments.contract.js';

const { findUnreportedPayments } = proxyActivities<LatePaymentsActivities>({
  ...longPass,
  summary: 'Ask providers for payments without a webhook',
});
const { findUnreportedRefunds } = proxyActivities<LateRefundsActivities>({
  ...longPass,
  summary: 'Ask providers what became of open refunds',
});

export const findLatePayments: WorkflowOf<typeof contract> = async (input: FindLatePaymentsInput) => {
  const { youngerThanHours } = input;
  const payments = await findUnreportedPayments({ youngerThanHours });
  return { ...payments, refunds: await findUnreportedRefunds({ youngerThanHours }) };
};
