import { isCancellation, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { RevocationActivities } from '#activities/feeds/revocation.activities.js';
import { localDatabaseStep, outsideCall } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { revokeFeed as contract, RevokeFeedInput } from './feeds.contract.js';

const { forgetRevocation } = proxyLocalActivities<RevocationActivities>(localDatabaseStep);
const { revokeCredentials } = proxyActivities<RevocationActivities>({
  ...outsideCall,
  summary: 'Revoke the credentials at the remote side',
});

export const revokeFeed: WorkflowOf<typeof contract> = async (input: RevokeFeedInput) => {
  try {
    await revokeCredentials(input);
  } catch (error) {
    if (isCancellation(error)) throw error;
    // After a day the credentials are deleted all the same: they expire at the remote side by themselves.
  }
  await forgetRevocation(input);
};
