import { contract, entityIds, type Origin } from 'haat/plugin';

export interface ReleasePointsInput {
  subOrderId: string;
  orderNumber: string;
  origin: Origin;
}

/**
 * Credits the points of a delivered sub-order and makes them spendable thirty days later, when it cannot be returned any
 * more. Started by the delivery; one run for each sub-order, and both steps do nothing the second time.
 */
export const releasePoints = contract<ReleasePointsInput>()({
  name: 'releasePoints',
  ...entityIds<ReleasePointsInput>('loyalty-points-release', ({ subOrderId }) => subOrderId),
  onRunning: 'join',
  onClosed: 'refuse',
  searchAttributes: () => ({}),
  summary: ({ orderNumber }) => `Points of order ${orderNumber}`,
});
