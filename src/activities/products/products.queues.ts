import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createStoredHtmlSweep } from './clean-stored-html.js';

export function createProductsQueues(platform: Platform): FeatureActivities {
  return { sweeps: { indexing: { 'products-html': createStoredHtmlSweep(platform) } } };
}
