import { each, ordersEvents, originOf, type Subscription } from 'haat/plugin';
import { releasePoints } from '../workflows/loyalty-points.contract.js';

export const loyaltyPointsSubscriptions: readonly Subscription[] = [
  each('loyalty-points-release', [ordersEvents.subOrderDelivered], (event) => {
    const { orderVendorId: subOrderId, orderNumber } = event.payload;
    return { contract: releasePoints, input: { subOrderId, orderNumber, origin: originOf(event) } };
  }),
];
