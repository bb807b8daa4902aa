import type { Platform } from '#operations/platform.js';
import { createRecoveredCartsService } from './recovered-carts.service.js';
import { createRestoreCartService } from './restore-cart.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createAbandonedCartsServices = (platform: Platform) => ({
  recoveredCarts: createRecoveredCartsService(platform),
  restoreCart: createRestoreCartService(platform),
});
