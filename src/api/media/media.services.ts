import type { Platform } from '#operations/platform.js';
import { createMediaDelivery } from './media-delivery.js';
import { createMediaService } from './media.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createMediaServices = (platform: Platform) => ({
  media: createMediaService(platform),
  mediaDelivery: createMediaDelivery(platform),
});
