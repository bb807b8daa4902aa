import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { AnalyticsActivities } from '#activities/analytics/analytics.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { compareAnalytics as contract } from './analytics.contract.js';

const { compareRollups } = proxyActivities<AnalyticsActivities>(longPass);

export const compareAnalytics: WorkflowOf<typeof contract> = async () => {
  const compared = await compareRollups();
  setCurrentDetails(
    compared ? `${compared.days} days compared, ${compared.differing.length} differed` : 'Nothing to compare',
  );
  return compared;
};
