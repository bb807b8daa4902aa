import type { Platform } from '#operations/platform.js';
import { createAnalyticsService } from './analytics.service.js';
import { createLiveOrders } from './live-orders.js';

/** The use cases of the feature, as route handlers see them. */
export const createAnalyticsServices = (platform: Platform) => ({
  analytics: createAnalyticsService(platform),
  liveOrders: createLiveOrders(platform),
});
