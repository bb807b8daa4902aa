import type { TrackingActivities } from '#activities/shipping/tracking.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { pollTracking as contract, PollTrackingInput } from './shipping.contract.js';

const { pollSilentParcels } = proxyActivities<TrackingActivities>({
  ...longPass,
  summary: 'Ask carriers about parcels without a scan',
});

export const pollTracking: WorkflowOf<typeof contract> = (input: PollTrackingInput) =>
  pollSilentParcels(input);
