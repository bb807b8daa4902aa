import { proxyActivities } from '@temporalio/workflow';
import type { LatePaymentsActivities } from '#activities/payments/late-payments.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#workflows/_shared/contract.js';
import type { findLatePayments as contract, FindLatePaymentsInput } from './payments.contract.js';

const { findUntoldPayments } = proxyActivities<LatePaymentsActivities>(longPass);

export const findLatePayments: WorkflowOf<typeof contract> = async (input: FindLatePaymentsInput) => {
  return findUntoldPayments({ youngerThanHours: input.youngerThanHours });
};
