import { defineErrors } from 'haat/plugin';

export const loyaltyPointsErrors = defineErrors({
  tooFewPoints: {
    code: 'CONFLICT',
    status: 409,
    message: 'You have {available} points to spend, and asked for {points}',
    when: 'a buyer wants a coupon for more points than can be spent',
  },
});
