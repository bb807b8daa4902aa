import type { EventsSweepActivities } from '#activities/events/events-sweep.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { sweepEvents as contract, SweepEventsInput } from './events.contract.js';

const { sweepDeliveredEvents } = proxyActivities<EventsSweepActivities>({
  ...longPass,
  summary: 'Delete delivered events and used idempotency keys',
});

export const sweepEvents: WorkflowOf<typeof contract> = async (input: SweepEventsInput) => {
  await sweepDeliveredEvents({ keepDays: input.keepDays });
};
