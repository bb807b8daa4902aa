import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { inventoryAlerts } from '#db/inventory/stock-alerts-tables.js';
import type { Platform } from '#operations/platform.js';
import { createBackInStockSweep } from './back-in-stock-sweep.js';
import { createStockAlerts } from './raise-stock-alerts.js';
import { createStockChangesHandler } from './stock-changes.js';

export function createInventoryQueues(platform: Platform): FeatureActivities {
  return {
    drains: { 'stock-alerts': createStockChangesHandler(platform) },
    passes: {
      'stock-alerts': createDerivedPass(
        platform,
        'stock-alerts',
        inventoryAlerts,
        createStockAlerts(platform),
      ),
    },
    sweeps: { core: { 'back-in-stock': createBackInStockSweep(platform) } },
  };
}
