import { type Context, type ListQuery, newId, type PluginPlatform, requireUser } from 'haat/plugin';
import { listBuyerPoints } from '../db/points-list.query.js';
import { createPointsRepository } from '../db/points.repository.js';
import { loyaltyPointsErrors } from '../domain/loyalty-points.errors.js';
import { loyaltyPointsEvents } from '../domain/loyalty-points.events.js';
import { loyaltyPointsFeature } from '../domain/loyalty-points.feature.js';
import { type Balance, COUPON_PREFIX } from '../domain/points.js';

export interface IssuedCoupon {
  code: string;
  /** Subunits. */
  value: number;
}

/** What buyers do with their points, and operators see of them. */
export function createLoyaltyPointsService({
  knex,
  unitOfWork,
  outbox,
  commerce,
  optionsOf,
}: PluginPlatform) {
  const repository = createPointsRepository();
  const { subunitsOfPoint } = optionsOf(loyaltyPointsFeature);
  return {
    balance: (ctx: Context): Promise<Balance> => repository.balance(knex, requireUser(ctx)),

    list: (query: ListQuery) => listBuyerPoints(knex, query),

    /** No points at all for a buyer who never had any. */
    balanceOf: (userId: string): Promise<Balance> => repository.balance(knex, userId),

    /** Turns points into a coupon for this buyer alone. @throws AppError CONFLICT for more than can be spent */
    spend(ctx: Context, points: number): Promise<IssuedCoupon> {
      const userId = requireUser(ctx);
      return unitOfWork.runOnce(ctx, async (tx) => {
        if (!(await repository.spend(tx, userId, points, ctx.now))) {
          const { available } = await repository.balance(tx, userId);
          throw loyaltyPointsErrors.tooFewPoints({ available, points });
        }
        const code = `${COUPON_PREFIX}${newId().slice(-12).toUpperCase()}`;
        const value = points * subunitsOfPoint;
        await commerce.issueCoupon(tx, ctx, {
          code,
          name: `${points} loyalty points`,
          discountType: 'FIXED',
          value,
          isActive: true,
          customerScope: 'INCLUDE',
          customerUserIds: [userId],
          totalUsageLimit: 1,
        });
        outbox.append(tx, ctx, loyaltyPointsEvents.spent, userId, { userId, points, code });
        return { code, value };
      });
    },
  };
}

export type LoyaltyPointsService = ReturnType<typeof createLoyaltyPointsService>;
