import type { DiscountCondition, PluginPorts } from 'haat/plugin';
import { isPointsCoupon } from '../domain/points.js';

/** A coupon for points is money: what is not used of it would be lost, so the cart has to be worth it. */
const worthItsPoints: DiscountCondition = {
  name: 'loyalty-points.worth',
  holds: ({ discount, merchandise }) => !isPointsCoupon(discount.code) || merchandise >= discount.value,
  refusal: () => 'Your points are worth more than this cart: add an item, or keep them for later',
};

export function createLoyaltyPointsPorts(): PluginPorts {
  return { discountConditions: [worthItsPoints] };
}
