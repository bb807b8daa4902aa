import type { Platform } from '#operations/platform.js';
import { createErasuresService } from './erasures.service.js';
import { createPersonalExportsService } from './personal-exports.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createPersonalDataServices = (platform: Platform) => ({
  personalExports: createPersonalExportsService(platform),
  erasures: createErasuresService(platform),
});
