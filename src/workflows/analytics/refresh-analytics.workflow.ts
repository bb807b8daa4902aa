import { continueAsNew, setHandler } from '@temporalio/workflow';
import type { AnalyticsActivities } from '#activities/analytics/analytics.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { setProgress } from '#workflows/_shared/outcome.js';
import { proxyActivities, sleep } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import {
  type refreshAnalytics as contract,
  refreshRequestedSignal,
  type RefreshAnalyticsInput,
} from './analytics.contract.js';

const { advanceAnalytics } = proxyActivities<AnalyticsActivities>({
  ...longPass,
  summary: 'Compute the next days of the dashboard',
});

/** Some 600 days; what a rebuild needs beyond that goes on in a new run. */
const STEPS = 20;
/** A refresh takes seconds, and so does what a manual run waits for. */
const LOCK_RETRY = '1s';

export const refreshAnalytics: WorkflowOf<typeof contract> = async (input: RefreshAnalyticsInput) => {
  let days = input.days ?? 0;
  let requested = false;
  setHandler(refreshRequestedSignal, () => {
    requested = true;
  });
  for (let count = 0; count < STEPS; count += 1) {
    // The step begins after this, so it reads what was committed before the requests that have arrived.
    requested = false;
    const step = await advanceAnalytics();
    if (step.kind === 'busy') {
      setProgress('Another run is computing the dashboard');
      // That run may have read its rows before the change that this one was requested for.
      if (input.trigger !== 'manual') return { computed: false, days, computedAt: null };
      await sleep(LOCK_RETRY, 'Until the other run has ended');
      continue;
    }
    days += step.days;
    setProgress(`${days} days computed${step.kind === 'done' ? '' : ' so far'}`);
    if (step.kind === 'done' && !requested) return { computed: true, days, computedAt: step.computedAt };
  }
  return continueAsNew<typeof refreshAnalytics>({ ...input, days });
};
