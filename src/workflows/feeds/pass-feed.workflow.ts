import { setHandler } from '@temporalio/workflow';
import type { FeedPassesActivities } from '#activities/feeds/feed-passes.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { setProgress } from '#workflows/_shared/outcome.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { type FeedPassInput, type passFeed as contract, passRequestedSignal } from './feeds.contract.js';

const { runFeedPass } = proxyActivities<FeedPassesActivities>({
  ...longPass,
  taskQueue: 'feeds',
  summary: 'Look at the variants of the feed',
});

export const passFeed: WorkflowOf<typeof contract> = async (input: FeedPassInput) => {
  let requested = true;
  setHandler(passRequestedSignal, () => {
    requested = true;
  });
  const total = { variants: 0, appended: 0 };
  while (requested) {
    requested = false;
    const { variants, appended } = await runFeedPass(input);
    total.variants += variants;
    total.appended += appended;
    setProgress(`${total.variants} variants looked at, ${total.appended} to be sent`);
  }
  return total;
};
