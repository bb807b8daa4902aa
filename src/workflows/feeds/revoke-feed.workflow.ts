import { isCancellation } from '@temporalio/workflow';
import type { RevocationActivities } from '#activities/feeds/revocation.activities.js';
import { localDatabaseStep, outsideCall } from '#workflows/_shared/activity-presets.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import { failureReason } from '#lib/workflow/failures.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { revokeFeed as contract, RevokeFeedInput } from './feeds.contract.js';

const { forgetRevocation } = proxyLocalActivities<RevocationActivities>({
  ...localDatabaseStep,
  summary: 'Delete the credentials',
});
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
    setOutcome('failed', failureReason(error, 'The remote side could not be reached for a day'));
  }
  await forgetRevocation(input);
};
