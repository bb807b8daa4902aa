import { defineEvent } from 'haat/plugin';

export const loyaltyPointsEvents = {
  spent: defineEvent<{ userId: string; points: number; code: string }>(
    'loyalty-points.spent',
    'user',
    'A buyer turned points into a coupon',
    { webhook: true },
  ),
};
