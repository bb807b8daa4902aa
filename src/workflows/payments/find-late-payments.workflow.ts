import { proxyActivities } from '@temporalio/workflow';
import type { LatePaymentsActivities } from '#activities/payments/late-payments.activities.js';
import type { LateRefundsActivities } from '#activities/payments/late-refunds.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { findLatePayments as contract, FindLatePaymentsInput } from './payments.contract.js';

const { findUnreportedPayments } = proxyActivities<LatePaymentsActivities>(longPass);
const { findUnreportedRefunds } = proxyActivities<LateRefundsActivities>(longPass);

export const findLatePayments: WorkflowOf<typeof contract> = async (input: FindLatePaymentsInput) => {
  const { youngerThanHours } = input;
  const payments = await findUnreportedPayments({ youngerThanHours });
  return { ...payments, refunds: await findUnreportedRefunds({ youngerThanHours }) };
};
