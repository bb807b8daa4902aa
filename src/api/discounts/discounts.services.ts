import type { Platform } from '#operations/platform.js';
import { createDiscountCodesService } from './discount-codes.service.js';
import { createDiscountsService } from './discounts.service.js';
import { createExplainDiscount } from './explain-discount.js';

/** The use cases of the feature, as route handlers see them. */
export const createDiscountsServices = (platform: Platform) => ({
  discounts: createDiscountsService(platform),
  discountCodes: createDiscountCodesService(platform),
  explainDiscount: createExplainDiscount(platform),
});
