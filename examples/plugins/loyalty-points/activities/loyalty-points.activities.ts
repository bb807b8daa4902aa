import { type Origin, type PluginPlatform, systemContext } from 'haat/plugin';
import { createPointsRepository } from '../db/points.repository.js';
import { loyaltyPointsFeature } from '../domain/loyalty-points.feature.js';
import { pointsFor } from '../domain/points.js';

interface Step {
  subOrderId: string;
  origin: Origin;
}

/** The steps of a sub-order's points. Each may run twice. */
export function createLoyaltyPointsActivities({ unitOfWork, clock, commerce, optionsOf }: PluginPlatform) {
  const repository = createPointsRepository();
  const { subunitsForPoint } = optionsOf(loyaltyPointsFeature);
  return {
    /** @returns whether there are points to wait for */
    async earnPoints({ subOrderId, origin }: Step): Promise<{ earned: boolean }> {
      const createdAt = clock.now();
      const ctx = systemContext(origin, createdAt);
      return unitOfWork.run(ctx, async (tx) => {
        const subOrder = await commerce.readSubOrder(tx, subOrderId);
        if (subOrder?.status !== 'delivered' || subOrder.guest) return { earned: false };
        const points = pointsFor(subOrder.total, subunitsForPoint);
        if (points === 0) return { earned: false };
        const { userId, orderId } = subOrder;
        if (await repository.earn(tx, { userId, orderId, subOrderId, points, createdAt }))
          await commerce.appendToTimeline(tx, ctx, {
            orderId,
            subOrderId,
            event: 'loyalty-points.earned',
            note: `The buyer earned ${points} points`,
          });
        return { earned: true };
      });
    },

    async releaseEarnedPoints({ subOrderId, origin }: Step): Promise<void> {
      const now = clock.now();
      await unitOfWork.run(systemContext(origin, now), (tx) => repository.release(tx, subOrderId, now));
    },
  };
}

export type LoyaltyPointsActivities = ReturnType<typeof createLoyaltyPointsActivities>;
