import { proxyLocalActivities, sleep } from '@temporalio/workflow';
import { localDatabaseStep, type WorkflowOf } from 'haat/plugin';
import type { LoyaltyPointsActivities } from '../activities/loyalty-points.activities.js';
import type { releasePoints as contract, ReleasePointsInput } from './loyalty-points.contract.js';

const { earnPoints, releaseEarnedPoints } = proxyLocalActivities<LoyaltyPointsActivities>(localDatabaseStep);

export const releasePoints: WorkflowOf<typeof contract> = async (input: ReleasePointsInput) => {
  const { earned } = await earnPoints(input);
  if (!earned) return;
  await sleep('30 days');
  await releaseEarnedPoints(input);
};
