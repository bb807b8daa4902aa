import type { Platform } from '#operations/platform.js';
import { createRefundsService } from './refunds.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createPaymentsServices = (platform: Platform) => ({
  refunds: createRefundsService(platform),
});
