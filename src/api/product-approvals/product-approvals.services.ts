import { createCustomFieldsService } from '#api/custom-fields/custom-fields.service.js';
import { sharedService } from '#api/kernel/shared-service.js';
import type { Platform } from '#operations/platform.js';
import { createProductApprovalsService } from './product-approvals.service.js';

/** The use cases of the feature, as route handlers see them. */
export function createProductApprovalsServices(platform: Platform) {
  const customFields = sharedService(platform, createCustomFieldsService);
  return { productApprovals: createProductApprovalsService(platform, customFields) };
}
