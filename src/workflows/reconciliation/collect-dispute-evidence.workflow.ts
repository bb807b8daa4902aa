import type { EvidenceActivities } from '#activities/reconciliation/evidence.activities.js';
import { databaseStep, renderStep } from '#workflows/_shared/activity-presets.js';
import { forEachRequest } from '#workflows/_shared/requests.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import type {
  collectDisputeEvidence as contract,
  CollectDisputeEvidenceInput,
} from './reconciliation.contract.js';

const { writeEvidence } = proxyActivities<EvidenceActivities>({
  ...renderStep,
  taskQueue: 'documents',
  summary: 'Write the file of the evidence',
});
const { failEvidence } = proxyActivities<EvidenceActivities>({
  ...databaseStep,
  taskQueue: 'documents',
  summary: 'Record that it could not be collected',
});

export const collectDisputeEvidence: WorkflowOf<typeof contract> = (input: CollectDisputeEvidenceInput) =>
  forEachRequest(input, () => collect(input));

async function collect({ disputeId, origin }: CollectDisputeEvidenceInput): Promise<void> {
  try {
    await writeEvidence({ disputeId, origin });
  } catch (error) {
    await failEvidence({
      disputeId,
      reason: failureReason(error, 'The evidence could not be collected'),
      origin,
    });
    throw error;
  }
}
