import type { Platform } from '#operations/platform.js';
import { createFeatureServices } from './feature-services.js';
import type { ServiceOptions } from './kernel/service-options.js';

export type { ServiceOptions } from './kernel/service-options.js';

/** The use cases of every feature, as route handlers see them. */
export const createServices = (platform: Platform, options: ServiceOptions = {}) =>
  createFeatureServices(platform, options);

export type Services = ReturnType<typeof createServices>;
