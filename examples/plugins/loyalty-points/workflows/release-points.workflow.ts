import { localDatabaseStep, proxyLocalActivities, sleep, type WorkflowOf } from 'haat/plugin';
import type { LoyaltyPointsActivities } from '../activities/loyalty-points.activities.js';
import type { releasePoints as contract, ReleasePointsInput } from './loyalty-points.contract.js';

const { earnPoints } = proxyLocalActivities<LoyaltyPointsActivities>({
  ...localDatabaseStep,
  summary: 'Earn the points of the sub-order',
});
const { releaseEarnedPoints } = proxyLocalActivities<LoyaltyPointsActivities>({
  ...localDatabaseStep,
  summary: 'Make the points spendable',
});

export const releasePoints: WorkflowOf<typeof contract> = async (input: ReleasePointsInput) => {
  const { earned } = await earnPoints(input);
  if (!earned) return;
  await sleep('30 days', 'Until the sub-order cannot be returned any more');
  await releaseEarnedPoints(input);
};
