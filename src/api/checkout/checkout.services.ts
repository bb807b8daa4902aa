import type { ServiceOptions } from '#api/kernel/service-options.js';
import type { Platform } from '#operations/platform.js';
import { createCheckout } from './create-checkout.js';

/** The use cases of the feature, as route handlers see them. */
export const createCheckoutServices = (platform: Platform, options: ServiceOptions) => ({
  ...createCheckout(platform, options),
});
