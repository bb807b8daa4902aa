import type { Platform } from '#operations/platform.js';
import { createStoreCreditService } from './store-credit.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createStoreCreditServices = (platform: Platform) => ({
  storeCredit: createStoreCreditService(platform),
});
