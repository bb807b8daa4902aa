import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { concerning, drain, type Subscription } from './subscription.js';

const { trackingUpdated } = shippingEvents;

export const returnsSubscriptions: readonly Subscription[] = [
  concerning(
    drain('returns-to-origin', [trackingUpdated], 'core'),
    [trackingUpdated],
    ({ payload }) => payload.normalizedStatus === 'returned',
  ),
];
