import type { AnalyticsActivities } from '#activities/analytics/analytics.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { setProgress } from '#workflows/_shared/outcome.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { compareAnalytics as contract } from './analytics.contract.js';

const { compareRollups } = proxyActivities<AnalyticsActivities>({
  ...longPass,
  summary: 'Compare the rollups with the raw rows',
});

export const compareAnalytics: WorkflowOf<typeof contract> = async () => {
  const compared = await compareRollups();
  setProgress(
    compared ? `${compared.days} days compared, ${compared.differing.length} differed` : 'Nothing to compare',
  );
  return compared;
};
