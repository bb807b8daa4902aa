import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { drain, type Subscription } from './subscription.js';

export const returnsSubscriptions: readonly Subscription[] = [
  drain('returns-to-origin', [shippingEvents.trackingUpdated], 'core'),
];
