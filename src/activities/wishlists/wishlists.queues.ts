import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createWishlistChangesHandler } from './mark-due-items.js';
import { createWishlistAlertsSweep } from './send-wishlist-alerts.js';

export function createWishlistsQueues(platform: Platform): FeatureActivities {
  return {
    drains: { 'wishlist-items': createWishlistChangesHandler(platform) },
    sweeps: { core: { 'wishlist-alerts': createWishlistAlertsSweep(platform) } },
  };
}
