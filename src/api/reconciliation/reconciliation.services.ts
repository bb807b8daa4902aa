import type { Platform } from '#operations/platform.js';
import { createReconciliationService } from './reconciliation.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createReconciliationServices = (platform: Platform) => ({
  reconciliation: createReconciliationService(platform),
});
