import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { AnalyticsActivities } from '#activities/analytics/analytics.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { refreshAnalytics as contract, RefreshAnalyticsInput } from './analytics.contract.js';

const { advanceAnalytics } = proxyActivities<AnalyticsActivities>(longPass);

/** Some 600 days; what a rebuild needs beyond that goes on in a new run. */
const STEPS = 20;

export const refreshAnalytics: WorkflowOf<typeof contract> = async (input: RefreshAnalyticsInput) => {
  let days = input.days ?? 0;
  for (let count = 0; count < STEPS; count += 1) {
    const step = await advanceAnalytics();
    if (step.kind === 'busy') {
      setCurrentDetails('Another run is computing the dashboard');
      return { computed: false, days, computedAt: null };
    }
    days += step.days;
    setCurrentDetails(`${days} days computed${step.kind === 'done' ? '' : ' so far'}`);
    if (step.kind === 'done') return { computed: true, days, computedAt: step.computedAt };
  }
  return continueAsNew<typeof refreshAnalytics>({ ...input, days });
};
