import type { AbandonedCartsActivities } from '#activities/abandoned-carts/abandoned-carts.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { remindAbandonedCarts as contract } from './abandoned-carts.contract.js';

const { watchCarts } = proxyActivities<AbandonedCartsActivities>({
  ...longPass,
  summary: 'Find carts that were changed',
});
const { sendReminders } = proxyActivities<AbandonedCartsActivities>({
  ...longPass,
  summary: 'Write the reminders that are due',
});

export const remindAbandonedCarts: WorkflowOf<typeof contract> = async () => {
  const { read } = await watchCarts();
  const { sent } = await sendReminders();
  return { read, sent };
};
