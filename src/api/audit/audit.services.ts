import type { Platform } from '#operations/platform.js';

/** The use cases of the feature, as route handlers see them. */
export const createAuditServices = (platform: Platform) => ({
  audit: platform.audit,
});
